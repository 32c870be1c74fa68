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
error-nothing-to-sum-up = There is too little to sum up: the newest { $staying } messages always stay as they are.
error-summaries-off = Summaries are off here. /settings summary auto turns them on.
