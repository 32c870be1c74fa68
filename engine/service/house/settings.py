"""Chat settings."""

from collections.abc import Mapping, Sequence

from engine.actions.house import settings
from engine.context import EngineContext
from engine.rules.scopes import Explanation
from engine.values.chats.incoming import Here
from engine.values.house.allowances import ChangeRecord
from engine.values.house.settings import Language, Settings, SettingScope, SettingValue


class ChatSettingsService:
    """What holds here and why; setting and clearing."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def current(self, here: Here) -> Settings:
        """The settings that hold for this person in this channel; what another process set counts within seconds."""
        return await settings.current(self._ctx, here)

    async def explain(self, here: Here, name: str | None = None) -> list[Explanation]:
        """Where the value of one setting, or of every one, comes from. Raises UnknownSetting."""
        return await settings.explained(self._ctx, here, name)

    async def changes(self, here: Here, name: str, most: int) -> list[ChangeRecord]:
        """The last changes of a setting that may apply here, newest first. Raises UnknownSetting."""
        return await settings.changes(self._ctx, here, name, most)

    async def hear(self, here: Here, noticed: Mapping[SettingScope, str], guessed: str = "") -> None:
        """Note what was noticed of a person's language, by APP, WRITTEN and NAMED ("": it holds no more).

        ``guessed`` counts where nothing ever was.
        """
        await settings.hear(self._ctx, here, noticed, guessed)

    async def language_of_owners(self, platform: str) -> Language:
        """In which language the owners on ``platform`` are told something."""
        return await settings.language_of_owners(self._ctx, platform)

    async def put(self, here: Here, scope: SettingScope, name: str, text: str) -> SettingValue | None:
        """Set what a person typed; None when it was cleared. Raises the InputError leaves of settings."""
        return await settings.put(self._ctx, here, scope, name, text)

    async def clear(self, here: Here, scope: SettingScope, names: Sequence[str] | None = None) -> None:
        """Clear some settings of a scope, or all of them. Raises UnknownSetting."""
        await settings.clear(self._ctx, here, scope, names)
