# Quick replies.

command-scene-quick = use a quick reply
command-scene-quick-list = see the quick replies
command-scene-quick-delete = delete a set of quick replies
command-export-quick = get a set of quick replies
param-quick = quick reply
param-quick-help = its name or number in /scene quick list
param-quick-set = set
param-quick-set-help = its name or number
file-quick = { $count ->
    [0] It is empty.
    [one] 1 quick reply: { $texts } with plain text, { $runs } with a script that runs here.
   *[other] { $count } quick replies: { $texts } with plain text, { $runs } with a script that runs here.
  }
quick-hidden = Not shown in lists, but usable by name: { $names }.
quick-unrun = “{ $name }” doesn't run here. Not supported: { $what }
quick-broken = “{ $name }” doesn't run: its script can't be read{ $at ->
    [0] .
   *[other] {" "}from character { $at } on.
  }
quick-unrun-more = { $count ->
    [one] One more script doesn't
   *[other] { $count } more scripts don't
  } run here{ $what ->
    [none] .
   *[other] . Not supported: { $what }
  }
quick-not-by-itself = Nothing runs by itself here. { $count ->
    [one] This one runs only when you choose it
   *[other] These run only when you choose them
  }: { $names }.
quick-no-menus = Menus of further sets aren't shown here: { $names }.
quick-list = Quick replies{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
quick-list-hint =
    /scene quick { $number } – use it; its name works too, and words behind it go along where its script takes them
    /import – add a set
quick-none = There are no quick replies here. /import takes sets from SillyTavern.
quick-all-hidden = Every quick reply here is hidden from this list. /scene quick { $number } uses one; its name works too.
quick-of-set = { $name } · { $text }
quick-said = { $name }: { $text }
quick-offered = To change and send yourself:
quick-done = Done: { $name }.
quick-delete-sure = Delete the set “{ $name }”? What its replies have said and stored stays.
quick-deleted = Deleted: the set “{ $name }”.
error-not-quick-replies = There are no quick replies in this file.
error-slash-broken = This script can't be read{ $at ->
    [0] {""}
   *[other] {" "}from character { $at } on
  }, so nothing was done.
error-slash-unrun = “{ $reply }” doesn't run here, so nothing was done. Not supported: { $what }
error-slash-takes-no-words = “{ $reply }” takes no words, so nothing was done. Use it without them.
error-slash-too-long = { $what ->
    [commands] This script has more than { $limit } commands to do
    [messages] This script says more than { $limit } messages
    [characters] This script says more than { $limit } characters
    [read] This script reads more than { $limit } characters of scripts
    [depth] More than { $limit } quick replies would run inside each other
    [text] This script adds a text of more than { $limit } characters to the prompt
   *[texts] This chat's prompt would hold more than { $limit } texts from scripts
  }, so nothing was done.
error-slash-speaker-unknown = Nobody called “{ $name }” is in this chat, so nothing was done.
error-slash-reply-unknown = There is no quick reply “{ $name }” here. /scene quick list shows them.
error-slash-variable-refused = The variable “{ $name }” can't be stored, so nothing was done.
error-slash-comparison-unknown = This script compares by “{ $rule }”, which can't be done with these values, so nothing was done.
error-no-such-quick-set = There is no set of quick replies “{ $number }” here.
error-too-many-quick-sets = There are { $limit } sets of quick replies here already, and no more than that. /scene quick delete makes room.
error-quick-meanwhile = Something was said at the same moment. Please try again.
