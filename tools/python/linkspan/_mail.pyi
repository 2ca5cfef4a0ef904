# SPDX-License-Identifier: Apache-2.0
# What the module of C++ that reads mail has. People use linkspan.mail.
import mmap
from typing import List, Optional, Sequence, Tuple, Union

from ._core import Engine, Link

_Buffer = Union[bytes, bytearray, memoryview, mmap.mmap]

def links(
    engine: Engine, message: _Buffer, begin: int, end: int, charset: str, headers: Sequence[str]
) -> List[Tuple[str, str, str, str, Optional[int], Link]]: ...
def messages(mailbox: _Buffer) -> List[Tuple[int, int]]: ...
def is_maildir(folder: str) -> bool: ...
def maildir_messages(folder: str) -> List[bytes]: ...
