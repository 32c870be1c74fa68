"""Looking something up on the web. Each has in ``provider`` the name of who was asked, and needs no more to be told."""

from engine.errors.tree import InputError, SearchError, StateError


class SearchUnreachable(SearchError):
    """Nothing answers at the address. Data: ``provider``."""


class SearchSilent(SearchError):
    """No answer within the time that one provider gets. Data: ``provider``."""


class SearchRateLimited(SearchError):
    """The provider asks for a pause. Data: ``provider``, ``status``."""

    message = "error-search-rate"


class SearchKeyRefused(SearchError):
    """The provider does not take the key. Data: ``provider``, ``status``."""

    message = "error-search-key"


class SearchFormatOff(SearchError):
    """SearXNG gives no JSON out until its ``settings.yml`` says so. Data: ``provider``, ``status``."""


class SearchUnreadable(SearchError):
    """The answer is a web page, or other than what a provider answers. Data: ``provider``."""


class SearchFailed(SearchError):
    """The provider fails, or does not take the request. Data: ``provider``, ``status``."""


class SearchEnginesSilent(SearchError):
    """SearXNG found nothing because the engines behind it do not answer. Data: ``provider``, ``engines`` (how many)."""

    message = "error-search-engines"


class SearchNotStarted(SearchError):
    """The command of an MCP server cannot be started. Data: ``provider``."""


class SearchToolMissing(SearchError):
    """An MCP server has no tool that searches, or none that can be asked. Data: ``provider``, ``tools`` (names)."""


class SearchMissing(StateError):
    """No provider of web search is configured."""


class SearchOff(StateError):
    """Web search is off there."""


class SearchSpent(StateError):
    """Somebody has had as much looked up today as one person may. Data: ``limit``."""


class NothingToSearch(InputError):
    """There are no words to look for."""


class NothingFoundLately(InputError):
    """Nothing was looked up here for this person lately, or nothing under that number."""
