# The story: pages, timeline, summaries, chapters, outline and persona, as people see and change them.

error-not-in-chronicle = { $kind ->
    [story_page] There is no page { $name } here. Type /story pages to see what there is.
    [timeline] The timeline has no line { $name } here. Type /story timeline to see what there is.
    [item] No thing here is called “{ $name }”. Type /story items to see what there is.
    [dossier] Nobody in the story is called “{ $name }”. Type /story people to see who there is.
    [chapter] There is no summary of chapter { $name } here. Type /story chapters to see what there is.
   *[summary] There is no summary { $name } here. Type /story summaries to see what there is.
}
error-not-tellable = No page of the story tells of “{ $name }”, so it cannot be written again. Change it by hand, or delete it.
error-nothing-to-sum-up = There is too little to sum up: the newest { $staying } messages always stay as they are. Write on first.
error-summaries-off = Summaries are off here. /settings summary auto turns them on.

command-story = see where the story stands
command-story-help = Shows the chapter, the outline and what the story is told by: pages, timeline, things, people, summaries. Each can be shown, changed, written again: /story pages show 3, /story people edit Tom and a text.
command-story-pages = see the pages: 🟢 in detail, 🟡 in brief
command-story-pages-show = see a page
command-story-pages-edit = give a page other words
command-story-pages-redo = have a page written again
command-story-pages-delete = delete a page
command-story-timeline = see the timeline
command-story-timeline-show = see a line
command-story-timeline-edit = give a line other words
command-story-timeline-redo = have its page written again
command-story-timeline-delete = delete a line
command-story-items = see the things that matter
command-story-items-show = see a thing
command-story-items-edit = say how it is with a thing
command-story-items-redo = have it told again
command-story-items-delete = delete a thing
command-story-people = see who is known
command-story-people-show = see what is known of somebody
command-story-people-edit = say what is known of somebody
command-story-people-redo = have it told again
command-story-people-delete = forget somebody
command-story-summary = see the newest summary, or one by number
command-story-summary-list = see every summary
command-story-summary-edit = give a summary other words
command-story-summary-redo = have a summary written again
command-story-summary-now = sum the talk up now
command-story-chapter = close this chapter
command-story-chapters = see the chapters
command-story-chapters-show = see the summary of a chapter
command-story-chapters-edit = give a chapter another summary
command-story-chapters-redo = have a chapter summed up again
command-story-compress = tell older pages in brief now
command-story-outline = see the outline
command-story-point = go on from another point
command-story-director = turn the director on or off
command-story-background = see the backgrounds
command-story-background-show = see a background
command-story-background-use = set this story in a background
command-story-background-off = set this story nowhere
command-story-background-new = write a background
command-story-background-edit = change a part of a background
command-story-background-delete = delete a background
command-story-background-draft = let the model write a background
command-story-background-redraft = another draft
command-story-background-export = get a background as a file
command-story-persona = see who the character has become
command-story-persona-list = see every version
command-story-persona-diff = see what changed
command-story-persona-grow = let the character grow now
command-story-persona-back = go back to a version
command-story-persona-edit = write a field by hand
command-story-persona-off = go back to the card
param-piece = which
param-piece-help = its number, or its name
param-point = point
param-point-help = its number in /story outline
param-point_status = status
param-point_status-help = pending, in_progress or completed
param-background = background
param-background-help = its number or name
param-part = part
param-part-help = name, setting, outline, ending, or the number of a point
param-version = version
param-version-help = its number in /story persona list
param-first_version = from
param-first_version-help = a version; 0 is the card
param-second = to
param-second-help = a version
param-field = field
param-field-help = for example goals

button-anew = ↻ { $number }
button-use = Use it

story-title = The story
story-hint = /story pages · /story timeline · /story people · /story summary · /story chapters · /story outline · /story persona
story-chapter = Chapter
story-chapter-is = { NUMBER($number, useGrouping: 0) }, { $messages ->
    [one] one message so far in all
   *[other] { $messages } messages so far in all
}
story-outline = Outline
story-outline-none = { $name ->
    [none] no background; /story background chooses one
   *[other] { $name }, without an outline
}
story-outline-is = { $ended ->
    [yes] { $name }: the end is reached
   *[no] { $name }: point { $point } of { $points } ({ $status ->
        [completed] done
        [in_progress] under way
       *[pending] still to come
    }): { $words }
}{ $directed ->
    [yes] {""}
   *[no] {" "}(the director is off)
}
story-pages = Pages
story-pages-is = 🟢 { $detailed } in detail, 🟡 { $brief } in brief{ $paged ->
    [yes] {""}
   *[no] {" "}– off; /settings story_pages on
}
story-pages-on = Keep pages
story-pages-off = No pages, please
story-index = Index
story-index-is = { $lines ->
    [one] one line of the timeline
   *[other] { $lines } lines of the timeline
}, { $items ->
    [one] one thing
   *[other] { $items } things
}, { $people ->
    [one] one person
   *[other] { $people } people
}
story-persona = Persona
story-persona-is = { $number ->
    [0] as the card says
   *[other] version { NUMBER($number, useGrouping: 0) }
}
story-due = Still to be written
story-due-is = { $fault ->
    [none] since { $since }; it is done behind the talk
   *[other] since { $since }; it fails: { $fault }
}

story-no-page = No pages yet. They are written behind the talk, every few messages, where /settings story_pages is on.
story-no-line = The timeline is still empty. It grows with the pages of the story, where /settings story_pages is on.
story-no-item = No things that matter are known yet. They come with the pages of the story, where /settings story_pages is on.
story-no-person = Nobody of the story is known yet. People come with the pages of the story, where /settings story_pages is on.
story-no-summary = Nothing has been summed up yet. /story summary now does it.
story-no-chapter = No chapter is closed yet. /story chapter and a title closes the one that is played.
story-page-list = Pages: 🟢 { $detailed } in detail, 🟡 { $brief } in brief ({ $page }/{ $pages })
story-page-hint = /story pages show { $key } · edit { $key } text · redo { $key } · delete { $key }
story-line-list = Timeline: { $total } ({ $page }/{ $pages })
story-line-hint = /story timeline edit { $key } text · redo { $key } · delete { $key }
story-item-list = Things: { $total } ({ $page }/{ $pages })
story-item-hint = /story items edit { $key } text · redo { $key } · delete { $key }
story-person-list = People: { $total } ({ $page }/{ $pages })
story-person-hint = /story people show { $key } · edit { $key } text · redo { $key } · delete { $key }
story-summary-list = Summaries: { $total } ({ $page }/{ $pages })
story-summary-hint = /story summary { $key } · edit { $key } text · redo { $key }
story-chapter-list = Chapters: { $total } ({ $page }/{ $pages })
story-chapter-hint = /story chapters show { $key } · edit { $key } text · redo { $key }
story-page-is = Page { $key } · { $title }{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-line-is = Line { $key } of the timeline{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-item-is = { $key }
story-person-is = { $key }{ $detail ->
    [none] {""}
   *[other] {" "}(also { $detail })
}
story-chapter-shown = Chapter { $key } · { $title }
story-summary-is = { $chapter ->
    [0] Summary
   *[other] Summary of chapter { NUMBER($chapter, useGrouping: 0) }
}{ $why ->
    [none] {""}
    [folded] {" "}· taken into a newer one
    [chapter] {" "}· taken into its chapter
    [edited] {" "}· changed by hand since
    [redone] {" "}· written again since
    [revised] {" "}· a message was changed since
    [corrected] {" "}· something was put right since
   *[other] {" "}· no longer in use
}
story-chapter-untitled = Chapter { NUMBER($number, useGrouping: 0) }
story-chapter-untold = its summary is still being written
story-edited-piece = Changed: { $words }
story-redone = It is being written again; that takes a moment. { $line } shows it then.
story-delete-sure = Delete { $kind ->
    [page] this page and what is remembered of it
    [line] this line
    [item] this thing
   *[person] what is known of this person
}: “{ $words }”? What was said stays in the chat.
story-deleted = Deleted. /load brings it back from an earlier save.
story-summing-up = It is being summed up; that takes a moment. /story summary shows it then.
story-chapter-sure = Close chapter { NUMBER($number, useGrouping: 0) }{ $title ->
    [none] {""}
   *[other] {" "}as “{ $title }”
}? Its summary goes on into the next chapter, in place of its messages.
story-chapter-closed = Chapter { NUMBER($number, useGrouping: 0) } is closed. Its summary is being written; I will say when it is there.
story-compressing = { $count ->
    [one] One page is told in detail
   *[other] { $count } pages are told in detail
}; the older half of what may be is told in brief now.

story-outline-list = { $name }{ $ended ->
    [yes] {" "}· the end is reached
   *[no] {""}
}{ $directed ->
    [yes] {""}
   *[no] {" "}· the director is off: /story director on
} ({ $page }/{ $pages })
story-outline-hint = /story point { $point } goes on from there · /story point { $point } completed
story-outline-more = and { $count } more
story-ending = The end: { $words }
story-point-set = The story stands at point { $point } of { $points } now: { $status ->
    [completed] done
    [in_progress] under way
   *[pending] still to come
}.{ $directed ->
    [yes] {""}
   *[no] {" "}The director is off; /story director on turns it on.
}
story-director-set = { $switch ->
    [on] The director is on here: the story follows the outline.
    [waiting] The director is on here, but there is no outline yet that the story could follow.
   *[off] The director is off here. How far the story has come stays.
}
story-background-how = /story background shows what there is · /story background draft and an idea lets the model write one
story-no-background = There are no backgrounds yet. /story background draft and an idea lets the model write one; /story background new "name" and a setting makes one by hand; /import brings one in.
story-background-item = { $points ->
    [0] without an outline
    [one] one point
   *[other] { $points } points
}
story-background-list = Backgrounds ({ $page }/{ $pages })
story-background-hint = /story background show { $key } · use { $key } · edit { $key } ending text · delete { $key } · draft idea · off
story-background-used = { $name }
story-background-off = The story here is set nowhere from the next reply on. How far it has come stays.
story-background-made = Background { $number } is there: { $name }. /story background edit { $number } 1 and a text writes the first point of its outline; /story background use { $number } sets the story in it.
story-background-changed = Changed:
story-background-delete-sure = Delete the background { $name }? Stories that are set in it go on.
story-background-deleted = { $name } is deleted.
story-draft-sure = Set this story in this background?
story-draft-keep = Use it here
story-draft-later = Keep for later
story-director-asks = Shall the director see to it that the story follows the outline?
story-draft-again = ↻ Another draft
story-draft-hint = To have something different, type: /story background redraft { $token } and what.
story-part-name = name
story-part-setting = setting
story-part-outline = outline
story-part-ending = ending

grown-is = Version { NUMBER($number, useGrouping: 0) } · { $how ->
    [auto] grown by itself
    [hand] written by hand
   *[asked] grown when asked
}{ $current ->
    [yes] {" "}· in use
   *[no] {""}
}
grown-hint = /story persona diff · edit goals text · back 1 · grow · off
grown-versions = Versions of the persona ({ $page }/{ $pages })
grown-versions-hint = /story persona { $number } · diff { $number } · back { $number }
grown-diff = { $count ->
    [0] Nothing changed
   *[other] What changed
} from { $first ->
    [0] the card
   *[other] version { NUMBER($first, useGrouping: 0) }
} to { $second ->
    [0] the card
   *[other] version { NUMBER($second, useGrouping: 0) }
}
grown-growing = The character thinks about what has happened; I will say what came of it.
grown-back = Version { NUMBER($number, useGrouping: 0) } holds from the next reply on.
grown-edited = Changed: version { NUMBER($number, useGrouping: 0) } holds from the next reply on.
grown-off-sure = Go back to the card? { $count ->
    [one] The one version of the persona ends.
   *[other] All { $count } versions of the persona end.
}
grown-cleared = { $count ->
    [one] One version has ended
   *[other] { $count } versions have ended
}: the character is as the card says. /load brings them back from an earlier save.
grown-field-personality = personality
grown-field-feelings = feelings
grown-field-relations = relations
grown-field-goals = goals
grown-field-beliefs = beliefs
grown-field-habits = habits
grown-field-speech = speech

status-due = Under way
status-due-one = { $kind ->
    [remember] remembering
    [embed] meanings
    [facts] facts
    [pages] diary
    [chronicle] the story
    [answer] an answer
    [let-in] letting somebody in
    [world] world books
    [forget] forgetting
    [retention] tidying up
   *[other] tidying up
} ({ $since })
status-failing = Fails here
status-failing-anywhere = Fails
status-failing-is = { $kind ->
    [remember] remembering what was said
    [embed] finding memories by meaning
    [facts] noting facts
    [pages] the diary
    [chronicle] telling the story
    [answer] an answer
    [let-in] letting somebody in
    [world] world books by meaning
    [forget] forgetting somebody
   *[other] tidying up
}, { $marks ->
    [one] since { $since }
   *[other] { $marks } times, since { $since }
}: { $fault }
status-fault = { $fault ->
    [key] the model’s key is refused. Put the right one into .env: python -m bot setup
    [credit] the model’s account has no credit left. Top it up, or choose another model
    [model] the model is not there under that name or address. Check it: python -m bot doctor
    [none] no model is configured for it. Run: python -m bot setup
    [answer] the model’s answers cannot be used. Choose another utility model
    [spent] what the background may use a day is used up. It goes on by itself; /settings background_tokens raises it
    [busy] the model does not answer. It is tried again by itself
    [embedding] the embedding model does not answer. It is tried again by itself; python -m bot doctor says more
    [database] the database did not answer. It is tried again by itself
    [died] the process died of it. It is tried again in an hour; please report it with the log
   *[other] something went wrong ({ $id }). It is tried again by itself; the log says more
}

command-story-init = see how far a story is read in
command-story-init-start = read the story in
command-story-init-pause = let reading in wait
command-story-init-resume = let reading in go on
command-story-export = get what is remembered as a file
command-story-import = bring memories in from a file
init-stand = { $state ->
    [running] The story is being read in: { $read } of { $total } messages.
    [paused] Reading in waits at message { $read } of { $total }.
    [done] The story is read in: { $total } messages.{ $lost ->
        [0] {""}
        [one] {" "}Of one of them the model had nothing to tell.
       *[other] {" "}Of { $lost } of them the model had nothing to tell.
    }
   *[none] The story has not been read in.
}
init-sure = Read in { $messages } of { $total } messages{ $setting ->
    [yes] {" "}and the world books and card
   *[no] {""}
}? About { $calls ->
    [one] one call
   *[other] { $calls } calls
} of the utility model: { $tokens } tokens read, { $answers } written.
init-yes = Read it in
init-nothing = All of this story is read already. Talk on: what is new is read as it comes.
init-begun = Reading in { $messages ->
    [one] one message
   *[other] { $messages } messages
}. It goes on behind the talk, and one message here says how far it is. /story init pause lets it wait.
init-pause = ⏸ Wait
init-resume = ▶ Go on
