# Delivery: signs and buttons around replies.

delivery-thinking = { $name } is still thinking …
delivery-stopped = – stopped –
delivery-lost = A reply may not have arrived.
delivery-stays = The message above can't be changed here any more. In the story it has its new text.
delivery-shown-in-part = The new text is longer than the message above can be. Here you see its beginning; the story has all of it.
delivery-not-allowed = I can't write in channel { $channel }: { $reason }. Please give me that permission, or use another channel.

# What people read when a model fails: the character says it.
trouble-later = I can't think right now. I'll answer when I can.
trouble-again = I can't think right now. Ask me again in a while: /again
trouble-mending = { $owner ->
    [yes] I can't think right now. Waiting won't help; something has to be fixed first.
   *[no] I can't think right now. Something has to be fixed first; I've told the owner.
}
trouble-cut = I lost my thread there. /continue goes on, /again starts over.
trouble-withheld = I can't say the rest of that. Try /again, or change your message with /edit.
trouble-long = That's more than I can keep in mind at once. I'll read less of it from now on. Type /again.
trouble-unheard = I couldn't listen to that voice message. Please write what you said, or send it again later.
trouble-unspoken = I couldn't say that aloud; the text is there. Try again later.
trouble-owners = Somebody is waiting for an answer that I couldn't give. { $what }

button-again = ↻ again
button-continue = ▸ continue
button-undo = ↩ undo
button-stop = ⏹ stop
button-left = ◀
button-right = { $many ->
    [yes] ▶ { $number }/{ $count }
   *[no] ▶
}
button-recalled = 🧠
button-more = ⋯
button-less = ‹ back
button-show = Show it again
button-yes = Yes
button-no = No
button-left-as-is = Nothing was changed.
button-old = This is an older reply. Please use the buttons under the newest one.
button-unknown = This button no longer works. /help shows what you can do.

pages-confirm = To do it, type: { $command }
