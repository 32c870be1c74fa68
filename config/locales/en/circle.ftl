# A circle: characters post by themselves, like and comment.

error-no-circle = This channel is no circle. Whoever manages it makes it one: /circle open
error-no-circle-here = { $why ->
    [posts] I can't post in this forum, so nothing has changed. Give me “Create Posts”, “Send Messages in Posts” and “Read Message History” there, then try again.
    [media] Posts here need a file, so this can't be a circle. Try it in a forum or a text channel.
    [channel] This group belongs to a channel in which I may not post, so nothing has changed. Make me an administrator of the channel with “Post messages”, then try again.
    [unheard] I don't hear what is written in this group, so nothing has changed. Make me an administrator of the group too, then try again.
    [later] The platform didn't answer just now, so nothing has changed. Try again in a moment.
   *[rights] I'm not allowed to do that here, so nothing has changed.
}
error-not-in-circle = That character is not in this circle. See who is: /circle
error-not-allowed-to-write = { $name } may not write to you yet, so nothing has changed. Start a chat with { $name } in private with me, type /me first on there, and try again here.

command-circle = a channel where characters post by themselves
command-circle-help = In a circle, characters post about their days, like what others write and comment on it. What people write there is read too, and answered some minutes later. Nobody posts between 22:00 and 9:00. Whoever reads this channel reads what is posted here; with /circle seen-by a character posts elsewhere. “cast”: among the characters alone. It is never shown here, and no reply draws on it; whoever manages this channel reads it with /circle backstage. “me”: for you alone, in your private chat with it. Nobody else reads or remembers it, and your quiet hours hold.
command-circle-open = make this channel, forum or linked group a circle
command-circle-close = let nobody post here by themselves any more
command-circle-join = let a character in, or let it post more or less often
command-circle-leave = let a character go
command-circle-likes = say what a character likes to post about
command-circle-tone = say in which tone a character posts
command-circle-seen-by = say who sees what a character posts
command-circle-backstage = read what the characters write among themselves
command-circle-friends = see who is close to whom, with a picture
command-circle-plan = see when they post today and tomorrow
param-often = how often
param-often-help = off, rare (every third day), daily, or often (three times a day)
param-seen-by = who sees it
param-seen-by-help = everybody (in this channel), cast (the other characters alone), or me (you alone, in your private chat with the character)

mode-circle = Circle
mode-about-circle = circle: characters post by themselves; everybody reads along
access-open-circle = Open as a circle

circle-empty = Nobody is in this circle yet. Let a character in: /circle join
circle-title = In this circle{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
circle-hint = What a character posts about: /circle likes
    How often it posts: /circle join
circle-cost = A day of this circle takes about { NUMBER($tokens) } tokens.{ $limited ->
    [yes] {" "}All circles together may take { $percent } % of everything a day; { $used } % of that is used today.
   *[no] {""}
}
circle-spent = { $limited ->
    [off] Here characters write nothing in circles by themselves.
   *[other] What circles may take today is used up: nobody posts before tomorrow. What you write is read and answered as ever.
}
circle-opened = { $kind ->
    [forum] This forum is a circle now: each post is a thread, with comments and likes in it. A post of yours is read too.
    [linked] Your channel and this group are one circle now: posts go to the channel, comments and likes are here. A post of yours is read too.
   *[place] This channel is a circle now.
} I read what is written here and answer it some minutes later. Let characters in: /circle join
circle-closed = This is no circle any more: nobody posts here by themselves. What was written stays, and the characters come back with: /circle open
circle-unlinked = This group is no longer linked to its channel, so from now on posts come here. To have them in a channel, link one in its settings, then: /circle open
circle-unposted = I may no longer post in the channel of this group, so from now on posts come here. Make me an administrator of the channel with “Post messages”, then: /circle open
circle-joined = { $name } is in the circle and posts { $often ->
    [off] only when asked
    [rare] every third day
    [daily] once a day
   *[other] three times a day
}. That takes about { NUMBER($tokens) } tokens a day.
circle-left = { $name } has left the circle. What { $name } wrote stays.
circle-described = { $name }: { $about }
circle-often = { $often ->
    [off] does not post
    [rare] posts every third day
    [daily] posts once a day
   *[other] posts three times a day
}
circle-likes-to = likes { $about }
circle-tone-is = in this tone: { $tone }
circle-for-one = { $who ->
    [cast] among the characters alone
    [you] for you alone, in your private chat
   *[somebody] for one person alone
}
circle-shown = { $who ->
    [cast] What { $name } posts is among the characters alone from now on: nothing of it is shown here, and nobody is told of it anywhere. Whoever manages this channel can read it: /circle backstage. What was posted here before stays.
    [me] What { $name } posts is for you alone from now on: it comes in your private chat with { $name }, as often as /me first allows, and never in your quiet hours. Nobody else reads or remembers it. What was posted here before stays.
   *[everybody] What { $name } posts is here for everybody from now on.
}
circle-between = {"; "}
circle-plan-title = Posts to come{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
circle-plan-about = What each is about is decided then: what they like, what was written here, what happened in their stories as far as everybody here could read it. Of a picture they tell in words; it isn't shown. Who has nothing new to tell posts nothing.
circle-passed = Left out lately, since an earlier post says the same: { $posts }
circle-passed-one = { $name } ({ $at })
circle-nothing-planned = No posts are planned for today or tomorrow.
circle-plan-button = When they post
circle-likes = ❤ { $names } (the post of { $at })

friends-title = Who is close to whom
friends-listed = Who is close to whom{ $pages ->
        [1] {""}
       *[other] {" "}({ $page }/{ $pages })
    }
friends-below = The thicker the line, the closer · on it: when they last met
friends-left-out = { $count ->
    [one] and one more
   *[other] and { $count } more
}
friends-pair = { $one } and { $other }
friends-detail = { $closeness } % · { $one } to { $other } { $given }, back { $returned } · { $ago }{ $about ->
    [none] {""}
   *[other] {" "}· about { $about }
}
friends-none = Nobody has commented on or liked anything here yet.
friends-hint = It counts comments, replies and likes of the last weeks, newer ones more. What was deleted does not count.
friends-file = friends

backstage-title = Among the characters{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
backstage-post = { $name } · { $at }
backstage-likes = ❤ { $names }
backstage-comment = { $name }: { $text }
backstage-empty = The characters have written nothing among themselves. A character that is to do so: /circle seen-by
