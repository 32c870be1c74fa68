# The first run: choosing a model, the wizard, the demonstration model.

demo-notice = This is a small demonstration model that speaks only English, and not very well; “make setup” sets up a real one.
demo-installing = Installing the demonstration model (only this once): { $megabytes } of { $total } MB …

choose-model = No model is set up yet. Which one should the characters use?
choose-local = { $model }, from { $server } on this machine
choose-setup = Set up a model (a service with a key, or an address)
choose-demo =
    { "" }  [Enter] A small demonstration model, English only ({ $megabytes } MB to download)
choose-number = Your choice:
choose-remember = Save this choice in { $file }? [Enter] yes, [n] no:

setup-language = Language / 语言: [1] English  [2] 中文  [Enter] English:
setup-no-terminal = The wizard needs a terminal. Without one, set OMOIDE_CHAT__URL, OMOIDE_CHAT__MODEL and OMOIDE_CHAT__KEY in the environment or in .env; .env.example explains each of them.
setup-left = Nothing was saved.
setup-chat = First, the model that the characters use.
setup-now-chat = Current chat model: { $model } at { $service } ({ $url }){ $keyed ->
    [yes] , key { $now }
   *[no] {""}
}.
setup-now-utility = Current model for background work: { $model } at { $service } ({ $url }){ $keyed ->
    [yes] , key { $now }
   *[no] {""}
}.
setup-now-embedding = Current embedding model: { $model } at { $service } ({ $url }){ $keyed ->
    [yes] , key { $now }
   *[no] {""}
}.
setup-keep = [Enter] keep it  [1] other address  [2] other key  [3] other model  [4] another service:
setup-services = Which service do you use?
setup-other-service = Another service compatible with OpenAI
setup-service = Type its number:
setup-address = Address, such as https://host/v1:
setup-address-default = Address [Enter: { $url }]:
setup-address-invalid = This isn't a web address. It should look like https://host/v1.
setup-key = Key (shown as *):
setup-key-keep = Key [Enter: keep { $now }] (shown as *):
setup-key-optional = Key, if it needs one [Enter: none] (shown as *):
setup-optional = The chat model is ready. Everything from here on is optional: Enter skips a question.
setup-model = Name of the model:
setup-model-from-list = Model, by number or name:
setup-models-many = It offers { $count } models. Type part of a name to see the ones that match.
setup-trying = Asking { $model } at { $service } …
setup-works = It works.
setup-reply = Its answer: { $words }
setup-back = Type “back” at any time to return to the previous question.
setup-price-told = The service charges ${ $read } per million tokens read, ${ $written } per million tokens written.
setup-price = What does a million tokens cost in US dollars, read and written, such as 0.27 1.10? [Enter: not known]
setup-price-invalid = Please type two numbers: the price of reading, then the price of writing.
setup-correct = [1] other address  [2] other key  [3] other model  [4] use it anyway  [Enter] try again:
setup-utility = A cheaper model for background work, such as summaries? [1] set one up  [Enter] skip:
setup-embedding = Omoide has a built-in embedding model. Use another one? [1] set one up  [Enter] skip:
setup-search = Should characters be able to search the web? [1] with SearXNG  [2] with Brave  [3] with both  [4] with an MCP server  [Enter] skip:
setup-now-search = Current web search: { $which ->
    [both] SearXNG at { $url }, and Brave with key { $now }
    [key] Brave with key { $now }
    [mcp] the MCP server { $url }
   *[url] SearXNG at { $url }
}.
setup-keep-search = [Enter] keep it  [1] SearXNG alone  [2] Brave alone  [3] both  [4] an MCP server alone  [5] none:
setup-search-url = Address of your SearXNG, such as http://localhost:8080 [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip
}]:
setup-search-url-invalid = This isn't a web address. It should look like http://localhost:8080.
setup-search-key = Key for Brave's Search API, from https://api-dashboard.search.brave.com [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip
}] (shown as *):
setup-search-key-invalid = This isn't a key: it has spaces, or characters that no key has.
setup-search-mcp = Command that starts the MCP server, or its address, such as http://localhost:8000/mcp [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip
}]:
setup-search-mcp-env = Keys that it needs, as NAME=value with spaces between them [Enter: { $kept ->
    [yes] keep them
   *[no] none
}] (shown as *):
setup-search-mcp-invalid = This is neither a command nor a web address. A quotation mark may be open.
setup-search-trying = Searching with { $provider } …
setup-search-correct = [1] { $keyed ->
    [yes] other key
    [mcp] other command
   *[no] other address
}  [2] use it anyway  [3] leave it as it was  [Enter] try again:
setup-search-next = Web search is off in every chat at first. To switch it on in one, type there: /settings search auto
setup-hearing = Should characters hear voice messages? It needs a service with OpenAI's /audio/transcriptions. [1] yes  [Enter] skip:
setup-speaking = Should characters be able to read replies aloud? It needs a service with OpenAI's /audio/speech. [1] yes  [Enter] skip:
setup-now-voice = { $service ->
    [speaking] Replies are read aloud
   *[hearing] Voice messages are listened to
} by { $url }, with { $model }.
setup-keep-voice = [Enter] keep it  [1] change it  [2] none:
setup-voice-url = Address of the service, such as https://api.openai.com/v1 or http://localhost:8000/v1 [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip
}]:
setup-voice-url-invalid = This isn't a web address. It should look like http://localhost:8000/v1.
setup-voice-key = Its key [Enter: { $kept ->
    [yes] keep { $now }
   *[no] none
}] (shown as *):
setup-voice-model = Model [Enter: { $now }]:
setup-voice-voice = Voice [Enter: { $now }]:
setup-voice-trying = Trying { $url } …
setup-voice-correct = [1] other answers  [2] use it anyway  [3] leave it as it was  [Enter] try again:
setup-voice-next = { $service ->
    [speaking] Replies are read aloud nowhere at first. To allow it in a chat, type there: /settings voice request
   *[hearing] From the next start on, characters listen to voice messages.
}
setup-database = Postgres address, if you have a server of your own [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip
}] (shown as *):
setup-database-invalid = This isn't a Postgres address. It should look like postgresql://user:password@host:5432/name.
setup-database-anyway = [1] use it anyway  [Enter] another address:
setup-choose-again = Please type one of these: { $answers }.
setup-choose-again-or-enter = Please type one of these: { $answers }; or just press Enter.
setup-will-write = This will be written to { $file }:
setup-will-remove = These will be removed from it: { $names }
setup-write = [Enter] write it  [n] leave everything as it was:
setup-environment-wins = These are also set in the environment, which takes precedence over the file: { $names }.
setup-done = Done. “make run” starts a chat here, “make doctor” checks everything.
setup-serve = “make serve” starts the bot on { $platforms }. As long as it has no owner there, it prints a code: send it to the bot in a private chat to become its owner.
setup-and = {" "}and {""}

error-env-file = { $file } can't be read or written ({ $reason }); it was not changed. Make it writable, or set the names in the environment.
error-demo-install = The demonstration model couldn't be installed: { $reason } Check the network and try again (“make demo”), or set up a model of your own (“make setup”).
error-demo-start = The demonstration model did not start. Its log is { $log }. Try again, or set up a model of your own (“make setup”).
