error-not-in-cast = Character { NUMBER($number, useGrouping: 0) } isn't in this chat. /scene cast shows who is.
error-plays-already = { $name } is in this chat already.
error-cast-full = A chat can have at most { $most } characters. Remove one first; /scene cast shows them.
error-last-of-cast = A chat needs at least one character. To chat with another one, choose it with /char.
cast-title = Characters in this chat{ $pages ->
        [1] {""}
       *[other] {" "}({ $page }/{ $pages })
    }
cast-hint =
    /scene cast add Mira – add a character
    /scene cast remove Mira – remove one
    /scene cast mute Mira – let it only listen
    /scene cast speak Mira – let it say something now
    /scene cast talk Mira 50 – let it speak half of the time
    /settings scene_rounds – whether characters answer each other
cast-talk = joins in { $talk } % of the time{ $own ->
        [yes] , set here
       *[no] {""}
    }
cast-is-muted = muted · { $talk }
cast-joined = { $name } joined.
cast-left = { $name } left.
cast-muted = { $name } only listens now. To undo: /scene cast unmute.
cast-unmuted = { $name } speaks again.
cast-talks = { $name } now joins in { $talk } % of the time when nobody is called by name.
cast-too-much = Please give a number from 0 to { $high }.
cast-cannot = { $why ->
    [adult] for adults, and not only adults can read here, so it can't answer
    [trash] in the trash, so it can't answer; /char trash shows how to restore it
   *[card] its card is missing or can't be read, so it can't answer; /import adds a card again
}
cast-absent = { $name } can't answer: { $why ->
    [adult] this character is for adults, and not only adults can read here.
    [trash] it is in the trash. Restore it with /char restore { $name }, or remove it with /scene cast remove { $name }.
   *[card] its card is missing or can't be read. Import another card with /import, or remove it with /scene cast remove { $name }.
}
error-nobody-can-play = None of the characters here can answer: they are in the trash, or their cards are missing. /scene cast shows which. Restore one with /char trash, or add another: /char shows them, and /scene cast add Mira, for example, adds one.
