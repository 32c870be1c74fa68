"""Chat settings."""

from collections.abc import Mapping, Sequence

from engine.actions import settings
from engine.rules.scopes import Explanation
from engine.turns.needs import Needs
from engine.values.allowances import Change
from engine.values.incoming import Here
from engine.values.settings import Language, Scope, Settings, SettingValue


class ChatSettings:
    """What holds here and why; setting and clearing."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def current(self, here: Here) -> Settings:
        """The settings that hold for this person in this channel; what another process set counts within seconds."""
        return (await self._needs.doors.door(self._needs.db, here)).settings

    async def explain(self, here: Here, name: str | None = None) -> list[Explanation]:
        """Where the value of one setting, or of every one, comes from. Raises UnknownSetting."""
        return await settings.explained(self._needs, here, name)

    async def changes(self, here: Here, name: str, most: int) -> list[Change]:
        """The last changes of a setting that may apply here, newest first. Raises UnknownSetting."""
        return await settings.changes(self._needs, here, name, most)

    async def hear(self, here: Here, noticed: Mapping[Scope, str], guessed: str = "") -> Language | None:
        """Note what was noticed of a person's language, by APP, WRITTEN and NAMED ("": it holds no more).

        ``guessed`` counts where nothing ever was.

        The language that they are spoken to in from now on; None where it is the same as before.
        """
        return await settings.hear(self._needs, here, noticed, guessed)

    async def language_of_owners(self, platform: str) -> Language:
        """In which language the owners on ``platform`` are told something."""
        return await settings.language_of_owners(self._needs, platform)

    async def put(self, here: Here, scope: Scope, name: str, text: str) -> SettingValue | None:
        """Set what a person typed; None when it was cleared. Raises the InputError leaves of settings."""
        return await settings.put(self._needs, here, scope, name, text)

    async def clear(self, here: Here, scope: Scope, names: Sequence[str] | None = None) -> None:
        """Clear some settings of a scope, or all of them. Raises UnknownSetting."""
        await settings.clear(self._needs, here, scope, names)
