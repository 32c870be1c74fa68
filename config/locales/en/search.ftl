# Why a web search found nothing.

error-search = { $provider } couldn't search the web.
error-search-unreachable = { $provider } can't be reached. Check that it is running and that its address is right.
error-search-silent = { $provider } didn't answer in time.
error-search-rate = There were too many searches for { $provider }, or the month's quota is used up. Try again later.
error-search-key = { $provider } doesn't accept the key. Check OMOIDE_SEARCH__KEY.
error-search-format-off = { $provider } doesn't give out JSON. In its settings.yml, under “search:”, add the line “- json” to the list “formats:”, then restart it.
error-search-unreadable = { $provider } answered with something other than search results. Check that its address is right.
error-search-failed = { $provider } can't search right now.
error-search-not-started = { $provider }: the command can't be started. Check OMOIDE_SEARCH__MCP__COMMAND.
error-search-tool-missing = { $provider } has no tool for the web, only: { $tools }. If one of them is meant, name it with OMOIDE_SEARCH__MCP__TOOL.
error-search-engines = { $provider } found nothing because the search engines behind it don't answer it.

# Looking something up: /search.

error-search-missing = There is no search service to ask yet. Whoever runs this bot can add one: the manual says how, under “Web search”.
error-search-off = Web search is off here. A manager can change that: /settings search auto
error-search-spent = You have had as much looked up today as one person may here ({ $limit }).
error-nothing-to-search = Say what to look for, for example: /search weather in Lisbon. E-mail addresses, phone numbers and keys are left out.
error-nothing-found-lately = There is no page with this number. First look something up: /search weather in Lisbon
search-title = Found for “{ $words }” by { $provider }: { $count }
search-hint = /search more 1 – what the first page says
search-more = Tell me more
search-use = Use in chat
search-brought = The next reply will know what was found. Just go on.
search-unread = This page can't be read from here.
search-nothing = { $failed ->
    [yes] The search did not answer. Try again in a while.
   *[no] Nothing was found. Try other words.
}
command-search = look something up on the web
command-search-help = Looks words up on the web now, where web search is on. Without words it looks up what I offered to look up. The pages can be used in the next reply.
command-search-more = see what a page says
command-search-use = use what was found in the next reply
param-query = words
param-query-help = what to look for
param-result = number
param-result-help = the number of the page
search-thought = { $kind ->
    [mem] 💭 { $said }
   *[websearch] 🔎 { $said }
}
