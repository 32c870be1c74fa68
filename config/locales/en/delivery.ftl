# Delivery: signs and buttons around replies.

delivery-thinking = { $name } is still thinking …
delivery-stopped = – stopped –
delivery-lost = There was a reply that may not have arrived.
delivery-not-allowed = I may not write in channel { $channel }: { $reason }. Give me that permission there, or choose another place.

# What people read when a model fails: the character says it.
trouble-later = I can't think right now. I'll answer when I can.
trouble-again = I can't think right now. Ask me again in a while: /again
trouble-mending = { $owner ->
    [yes] I can't think right now, and it will not pass by itself.
   *[no] I can't think right now. Somebody has to mend that first; I've told the owner.
}
trouble-cut = I lost my thread there. /continue goes on, /again begins anew.
trouble-withheld = I can't say the rest of that. Type /again, or change what was said with /edit.
trouble-long = That is more than I can keep in mind at once. From now on I read less of it: type /again.
trouble-owners = Somebody waits for an answer that I could not give. { $what }

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
button-show = Show it again
button-yes = Yes
button-no = No
button-left-as-is = Nothing was changed.
button-old = This is an older reply. The buttons that work are under the newest one.
button-unknown = This button does nothing any more. Type /help to see what there is.

pages-confirm = To do it, type: { $command }
