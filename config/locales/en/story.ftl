# The story: pages, timeline, summaries, chapters, outline and persona, as people see and change them.

error-not-in-chronicle = { $kind ->
    [story_page] There is no page { $name } here. /story pages shows all pages.
    [timeline] The timeline has no entry { $name } here. /story timeline shows all entries.
    [item] There is no item called “{ $name }” here. /story items shows all items.
    [dossier] Nobody in the story is called “{ $name }”. /story people shows everybody.
    [chapter] There is no summary of chapter { $name } here. /story chapters shows all chapters.
   *[summary] There is no summary { $name } here. /story summaries shows all summaries.
}
error-not-tellable = No message or page of this story tells of it, so it can't be rewritten. Change it by hand instead.
error-nothing-to-sum-up = There isn't enough to summarize yet: the { $staying ->
    [one] newest message is
   *[other] newest { $staying } messages are
} never summarized. Keep writing first.
error-summaries-off = Summaries are off here. /settings summary auto switches them on.

command-story = see how far the story has come
command-story-help = Shows the chapter, the outline and what the story is remembered by: pages, timeline, items, people, summaries. You can show, change and rewrite each: /story pages show 3, /story people edit Tom A quiet ferryman.
command-story-pages = see the pages: 🟢 detailed, 🟡 brief
command-story-pages-show = see a page
command-story-pages-edit = change a page
command-story-pages-redo = rewrite a page
command-story-pages-delete = delete a page
command-story-timeline = see the timeline
command-story-timeline-show = see a timeline entry
command-story-timeline-edit = change a timeline entry
command-story-timeline-redo = rewrite the page of a timeline entry
command-story-timeline-delete = delete a timeline entry
command-story-items = see the important items
command-story-items-show = see an item
command-story-items-edit = change an item
command-story-items-redo = rewrite an item
command-story-items-delete = delete an item
command-story-people = see the people of the story
command-story-people-show = see the profile of somebody
command-story-people-edit = change a profile
command-story-people-redo = rewrite a profile
command-story-people-delete = delete a profile
command-story-summary = see the newest summary, or one by number
command-story-summary-list = see all summaries
command-story-summary-edit = change a summary
command-story-summary-redo = rewrite a summary
command-story-summary-now = write a summary now
command-story-chapter = close this chapter
command-story-chapters = see the chapters
command-story-chapters-show = see the summary of a chapter
command-story-chapters-edit = change the summary of a chapter
command-story-chapters-redo = rewrite the summary of a chapter
command-story-compress = make older pages brief now
command-story-outline = see the outline
command-story-point = go to another point of the outline
command-story-director = switch the director on or off
command-story-background = see the backgrounds
command-story-background-show = see a background
command-story-background-use = use a background for this story
command-story-background-off = use no background
command-story-background-new = write a background
command-story-background-edit = change a part of a background
command-story-background-delete = delete a background
command-story-background-draft = let the model write a background
command-story-background-change = change your newest draft
command-story-background-change-text = what to change
command-story-background-redraft = write another draft
command-story-background-amend = change this draft
command-story-background-amend-text = what to change
command-story-background-export = get a background as a file
command-story-persona = see how the character has grown
command-story-persona-list = see all versions
command-story-persona-diff = see what changed
command-story-persona-grow = let the character grow now
command-story-persona-back = go back to a version
command-story-persona-edit = change one field
command-story-persona-off = go back to the character card
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
button-anew-alone = ↻ Write { $number } again
button-use = Use it

story-title = The story
story-hint =
    /story pages – the story in pages
    /story timeline – what happened when
    /story people – who is in it
    /story summary – what has happened so far
    /story chapters – the closed chapters
    /story outline – what is still to happen
    /story persona – how the character has changed
story-chapter = Chapter
story-chapter-is = { NUMBER($number, useGrouping: 0) }, { $messages ->
    [one] one message so far in all
   *[other] { $messages } messages so far in all
}
story-outline = Outline
story-outline-none = { $name ->
    [none] no background; choose one with /story background
   *[other] { $name }, without an outline
}
story-outline-is = { $ended ->
    [yes] { $name }: the end is reached
   *[no] { $name }: point { $point } of { $points } ({ $status ->
        [completed] done
        [in_progress] in progress
       *[pending] not started
    }): { $words }
}{ $directed ->
    [yes] {""}
   *[no] {" "}(the director is off)
}
story-pages = Pages
story-pages-is = 🟢 { $detailed } detailed, 🟡 { $brief } brief{ $paged ->
    [yes] {""}
   *[no] {" "}– off; /settings story_pages on
}
story-pages-on = Keep pages
story-pages-off = Don't keep pages
story-index = Index
story-index-is = { $lines ->
    [one] one timeline entry
   *[other] { $lines } timeline entries
}, { $items ->
    [one] one item
   *[other] { $items } items
}, { $people ->
    [one] one person
   *[other] { $people } people
}
story-persona = Persona
story-persona-is = { $number ->
    [0] as on the card
   *[other] version { NUMBER($number, useGrouping: 0) }
}
story-due = Not written yet
story-due-is = { $fault ->
    [none] waiting since { $since }; it is written in the background
   *[other] waiting since { $since }; it fails: { $fault }
}

story-no-page = There are no pages yet. With /settings story_pages on, one is written in the background every few messages.
story-no-line = The timeline is empty. It fills up with the pages of the story; switch them on with /settings story_pages on.
story-no-item = There are no items yet. They appear with the pages of the story; switch them on with /settings story_pages on.
story-no-person = There are no people yet. They appear with the pages of the story; switch them on with /settings story_pages on.
story-no-summary = There is no summary yet. To write one: /story summary now.
story-no-chapter = No chapter has been closed yet. To close the current one: /story chapter The first night
story-page-list = Pages: 🟢 { $detailed } detailed, 🟡 { $brief } brief{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-page-hint =
    /story pages show { $key } – read it
    /story pages edit { $key } They met at the harbour – change it
    /story pages redo { $key } – have it written again
    /story pages delete { $key } – delete it
story-line-list = Timeline: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-line-hint =
    /story timeline edit { $key } The lamp went out – change it
    /story timeline redo { $key } – have it written again
    /story timeline delete { $key } – delete it
story-item-list = Items: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-item-hint =
    /story items edit { $key } An old brass key – change it
    /story items redo { $key } – have it written again
    /story items delete { $key } – delete it
story-person-list = People: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-person-hint =
    /story people show { $key } – read the profile
    /story people edit { $key } A quiet ferryman – change it
    /story people redo { $key } – have it written again
    /story people delete { $key } – delete it
story-summary-list = Summaries: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-summary-hint =
    /story summary { $key } – read it
    /story summary edit { $key } They crossed the ridge – change it
    /story summary redo { $key } – have it written again
story-chapter-list = Chapters: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-chapter-hint =
    /story chapters show { $key } – read its summary
    /story chapters edit { $key } They crossed the ridge – change it
    /story chapters redo { $key } – have it written again
story-page-is = Page { $key } · { $title }{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-line-is = Timeline entry { $key }{ $detail ->
    [none] {""}
   *[other] {" "}· { $detail }
}
story-item-is = { $key }
story-person-is = { $key }{ $detail ->
    [none] {""}
   *[other] {" "}(also called { $detail })
}
story-chapter-shown = Chapter { $key } · { $title }
story-summary-is = { $chapter ->
    [0] Summary
   *[other] Summary of chapter { NUMBER($chapter, useGrouping: 0) }
}{ $why ->
    [none] {""}
    [folded] {" "}· merged into a newer one
    [chapter] {" "}· merged into its chapter
    [edited] {" "}· changed by hand since
    [redone] {" "}· rewritten since
    [revised] {" "}· a message was changed since
    [corrected] {" "}· something was corrected since
   *[other] {" "}· no longer in use
}
story-chapter-untitled = Chapter { NUMBER($number, useGrouping: 0) }
story-chapter-untold = its summary is still being written
story-edited-piece = Changed: { $words }
story-redone = It is being rewritten; that takes a moment. { $line } shows it then.
story-delete-sure = Delete { $kind ->
    [page] this page and what is remembered of it
    [line] this timeline entry
    [item] this item
   *[person] this profile
}: “{ $words }”? The messages in the chat are kept.
story-deleted = Deleted. To get it back, /load an earlier save.
story-summing-up = The summary is being written; that takes a moment. /story summary shows it then.
story-chapter-sure = Close chapter { NUMBER($number, useGrouping: 0) }{ $title ->
    [none] {""}
   *[other] {" "}as “{ $title }”
}? In the next chapter its summary replaces its messages.
story-chapter-closed = Chapter { NUMBER($number, useGrouping: 0) } is closed. Its summary is being written; I'll tell you when it's done.
story-compressing = { $count ->
    [one] One page is detailed
   *[other] { $count } pages are detailed
}; the older ones are made brief now, down to half of the limit.

story-outline-list = { $name }{ $ended ->
    [yes] {" "}· the end is reached
   *[no] {""}
}{ $directed ->
    [yes] {""}
   *[no] {" "}· the director is off: /story director on
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-outline-next-hint = /story point { $point } – go on from there
story-outline-done-hint = /story point { $point } completed – mark it as done
story-outline-more = and { $count } more
story-ending = The end: { $words }
story-point-set = The story is now at point { $point } of { $points }: { $status ->
    [completed] done
    [in_progress] in progress
   *[pending] not started
}.{ $directed ->
    [yes] {""}
   *[no] {" "}The director is off; /story director on switches it on.
}
story-director-set = { $switch ->
    [on] The director is on: the story follows the outline.
    [waiting] The director is on, but there is no outline to follow yet.
   *[off] The director is off. The current point of the story is kept.
}
story-background-how =
    /story background – see all backgrounds
    /story background draft A lighthouse that answers – let the model write one
story-no-background = There are no backgrounds yet. /import reads one from a file. To let the model write one: /story background draft A lighthouse that answers – or yourself: /story background new "The lighthouse" An island in the fog
story-background-item = { $points ->
    [0] without an outline
    [one] one point
   *[other] { $points } points
}
story-background-list = Backgrounds{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
story-background-hint =
    /story background show { $key } – read it
    /story background use { $key } – use it for this story
    /story background edit { $key } ending The lamp is lit again – change its ending
    /story background delete { $key } – delete it
    /story background draft A lighthouse that answers – let the model write one
    /story background off – use none for this story
story-background-used = { $name }
story-background-off = From the next reply on, this story has no background. Its current point is kept.
story-background-made = Created: background { $number }, { $name }. /story background edit { $number } 1 Kai comes home writes the first point of its outline; /story background use { $number } uses it for this story.
story-background-changed = Changed:
story-background-delete-sure = Delete the background { $name }? Stories that use it go on.
story-background-deleted = Deleted: { $name }.
story-draft-sure = Use this background for the story here?
story-draft-sure-there = Use this background for the story { $named ->
    [yes] in “{ $place }”
   *[no] where you asked for it
}?
story-draft-keep = Use it now
story-draft-later = Keep for later
story-director-asks = Switch on the director, so that the story follows the outline?
story-draft-again = ↻ Another draft
story-draft-change = ✏️ Change it
story-part-name = name
story-part-setting = setting
story-part-outline = outline
story-part-ending = ending

grown-is = Version { NUMBER($number, useGrouping: 0) } · { $how ->
    [auto] grown automatically
    [hand] written by hand
   *[asked] grown on request
}{ $current ->
    [yes] {" "}· in use
   *[no] {""}
}
grown-hint =
    /story persona diff – see what has changed
    /story persona edit goals To find her brother – change a part of it
    /story persona back 1 – go back to version 1
    /story persona grow – let the character think about itself now
    /story persona off – go back to the card
grown-versions = Versions of the persona{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
grown-versions-hint =
    /story persona { $number } – read it
    /story persona diff { $number } – see what changed in it
    /story persona back { $number } – go back to it
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
grown-growing = The character is thinking about what has happened; I'll tell you when there is a result.
grown-back = Version { NUMBER($number, useGrouping: 0) } is used from the next reply on.
grown-edited = Changed: version { NUMBER($number, useGrouping: 0) } is used from the next reply on.
grown-off-sure = Go back to the character card? { $count ->
    [one] The one version of the persona is no longer used.
   *[other] All { $count } versions of the persona are no longer used.
}
grown-cleared = { $count ->
    [one] One version is
   *[other] { $count } versions are
} no longer used: the character is as on its card. To get them back, /load an earlier save.
grown-field-personality = personality
grown-field-feelings = feelings
grown-field-relations = relations
grown-field-goals = goals
grown-field-beliefs = beliefs
grown-field-habits = habits
grown-field-speech = speech

status-due = In progress
status-due-one = { $kind ->
    [remember] remembering messages
    [embed] finding meanings
    [facts] noting facts
    [pages] writing the diary
    [chronicle] writing the story
    [answer] answering
    [let-in] telling somebody that they can talk to me
    [world] reading world books
    [forget] deleting somebody's data
    [retention] cleaning up
   *[other] cleaning up
} ({ $minutes ->
    [0] { $since }
    [one] in a minute
   *[other] in { $minutes } minutes
})
status-later = Later
status-failing = Fails here
status-failing-anywhere = Fails
status-failing-is = { $kind ->
    [remember] remembering messages
    [embed] finding memories by meaning
    [facts] noting facts
    [pages] writing the diary
    [chronicle] writing the story
    [answer] answering
    [let-in] telling somebody that they can talk to me
    [world] finding world book entries by meaning
    [forget] deleting somebody's data
   *[other] cleaning up
}, { $marks ->
    [one] since { $since }
   *[other] { $marks } times, since { $since }
}: { $fault }
status-fault = { $fault ->
    [key] the model's key is refused. Put the right one into .env: python -m bot setup
    [credit] the model's account has no credit left. Top it up, or choose another model
    [model] there is no model with that name or address. Check it: python -m bot doctor
    [none] no model is set up for it. Run: python -m bot setup
    [answer] the model's answers can't be used. Choose another utility model
    [spent] the background budget for today is used up. It goes on tomorrow; /settings background_tokens raises it
    [busy] the model doesn't answer. I'll keep trying
    [embedding] the embedding model doesn't answer. I'll keep trying; python -m bot doctor says more
    [database] the database didn't answer. I'll keep trying
    [died] the program crashed because of it. It is tried again in an hour; please report it with the log
   *[other] something went wrong (error code { $id }). I'll keep trying; the log says more
}

command-story-init = see how much of the story was read into memory
command-story-init-start = read the story into memory
command-story-init-pause = pause reading
command-story-init-resume = resume reading
command-story-export = get the memories as a file
command-story-import = import memories from a file
init-stand = { $state ->
    [running] The story is being read into memory: { $read } of { $total ->
        [one] one message
       *[other] { $total } messages
    }.
    [paused] Reading is paused at message { $read } of { $total }.
    [done] The story was read into memory: { $total ->
        [one] one message
       *[other] { $total } messages
    }.{ $lost ->
        [0] {""}
        [one] {" "}For one of them the model wrote nothing.
       *[other] {" "}For { $lost } of them the model wrote nothing.
    }
   *[none] The story has not been read into memory.
}
init-waits = Paused.
init-goes-on = Reading goes on.
init-sure = Read { $messages } of { $total ->
    [one] one message
   *[other] { $total } messages
}{ $setting ->
    [yes] {" "}and the world books and card
   *[no] {""}
} into memory? About { $calls ->
    [one] one call
   *[other] { $calls } calls
} of the utility model: { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
} read, { $answers ->
    [one] one token
   *[other] { $answers } tokens
} written.
init-yes = Read into memory
init-nothing = All of this story has been read into memory. New messages are read as they come.
init-begun = Reading { $messages ->
    [one] one message
   *[other] { $messages } messages
} into memory in the background; one message here shows the progress. To pause: /story init pause.
init-pause = ⏸ Pause
init-resume = ▶ Resume
