# Delivery: signs and buttons around replies.

delivery-thinking = { $name } is still thinking …
delivery-stopped = – stopped –
delivery-lost = There was a reply that may not have arrived.
delivery-not-allowed = I may not write in channel { $channel }: { $reason }. Give me that permission there, or choose another place.

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
