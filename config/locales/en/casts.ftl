error-not-in-cast = Character { NUMBER($number, useGrouping: 0) } does not play here. Type /scene cast to see who does.
error-plays-already = { $name } plays here already.
error-cast-full = No more than { $most } characters can play in one chat. Type /scene cast remove and a name first.
error-last-of-cast = The only character of a chat cannot leave it. Type /char use and a name to begin a chat with another one.
cast-title = Who plays here{ $pages ->
        [1] {""}
       *[other] {" "}({ $page }/{ $pages })
    }
cast-hint = /scene cast add and a name lets somebody join; mute, talk, speak and remove do the rest. Whether they talk among themselves: /settings scene_rounds.
cast-talk = speaks uncalled { $talk } % of the time{ $own ->
        [yes] , set here
       *[no] {""}
    }
cast-is-muted = muted · { $talk }
cast-joined = { $name } joins.
cast-left = { $name } leaves.
cast-muted = { $name } only listens now. Type /scene cast unmute to change that.
cast-unmuted = { $name } speaks again.
cast-talks = { $name } speaks { $talk } % of the time when nobody is called.
cast-too-much = Give a number from 0 to { $high }.
cast-cannot = { $why ->
    [trash] lies in the trash and does not play; /char restore and the name brings it back
   *[card] its card is gone or cannot be read, so it does not play; /import brings a card in
}
cast-absent = { $name } does not play along: { $why ->
    [trash] it lies in the trash. /char restore { $name } brings it back, /scene cast remove { $name } lets it leave.
   *[card] its card is gone or cannot be read. /import brings in a card for somebody new, /scene cast remove { $name } lets it leave.
}
error-nobody-can-play = None of the characters here can answer: each of them lies in the trash, or has lost its card. /scene cast shows which; /char trash brings somebody back, /scene cast add and a name lets somebody else join.
