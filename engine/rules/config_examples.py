"""What the names of the configuration should look like, for whoever wrote something else. Those of words to choose from
are known where the words are.
"""

from collections.abc import Mapping
from typing import Final

EXAMPLES: Final[Mapping[str, str]] = {
    "config": "/path/to/omoide.toml",
    "data_dir": "/path/to/folder",
    "database_url": "postgresql://user:password@host:5432/name",
    "chat": "OMOIDE_CHAT__URL, OMOIDE_CHAT__MODEL, …",
    "utility": "OMOIDE_UTILITY__URL, OMOIDE_UTILITY__MODEL, …",
    "embedding": "OMOIDE_EMBEDDING__URL, OMOIDE_EMBEDDING__MODEL, …",
    "discord": "OMOIDE_DISCORD__TOKEN, OMOIDE_DISCORD__API_URL, …",
    "telegram": "OMOIDE_TELEGRAM__TOKEN, OMOIDE_TELEGRAM__API_URL, …",
    "platforms": "OMOIDE_PLATFORMS__IRC__ENTRY, …",
    "entry": "my_adapter.entry (a Python module)",
    "token": "MTIz….G4bc….…, 123456:ABC-…",
    "api_url": "https://host/…",
    "gateway_url": "wss://host",
    "cdn_url": "https://host",
    "file_url": "https://host/file/bot",
    "guild_ready_timeout": "0 … 60",
    "shard_count": "1 … 10,000",
    "owner_code": "K7QPM-3XWDA, … (10 … 64)",
    "defaults": "OMOIDE_DEFAULTS__DEBOUNCE, OMOIDE_DEFAULTS__SPEAKS, …",
    "backup": "OMOIDE_BACKUP__FOLDER, OMOIDE_BACKUP__NIGHTLY",
    "folder": "/path/to/folder",
    "nightly": "true | false",
    "url": "https://host/v1",
    "model": "deepseek-chat, gemini-2.5-flash, …",
    "context": "512 … 10,000,000",
    "price_in": "0.27 (US$ / 1,000,000 tokens)",
    "price_out": "1.10 (US$ / 1,000,000 tokens)",
    "allowance": "OMOIDE_ALLOWANCE__CENTS, OMOIDE_ALLOWANCE__TOKENS, …",
    "tokens": "300,000",
    "cents": "100",
    "messages_a_minute": "0 … 10,000",
    "search": "OMOIDE_SEARCH__URL, OMOIDE_SEARCH__KEY",
    "search__url": "http://localhost:8080",
    "search__key": "BSA…",
    "transcription": "OMOIDE_TRANSCRIPTION__URL, OMOIDE_TRANSCRIPTION__MODEL, …",
    "transcription__model": "whisper-1, whisper-large-v3, …",
    "fallbacks": '[{"url": "https://host/v1", "model": "…", "key": "…"}]',
    "timezone": "Asia/Shanghai",
}
