# 文件的导入和导出，以及它们带来的世界书、预设和用户人设。

error-no-such-upload = 这个文件已经不在等待了：可能导入过、取消了，或者过了一个小时。请重新发一次。
error-not-offered-there = 这个文件不能这样导入（{ $kind }，{ $offer }）。请从它下面的按钮里选。
error-no-such-world = 这里没有你能用的编号 { NUMBER($number, useGrouping: 0) } 的世界书。输入 /世界书 看看有哪些。
error-world-of-the-house = “{ $name }”来自服务器的世界书文件夹，只有管理者能在那里删除。
error-no-such-preset = 这里没有你能用的编号 { NUMBER($number, useGrouping: 0) } 的预设。输入 /预设 看看有哪些。
error-no-such-persona = 你没有编号 { NUMBER($number, useGrouping: 0) } 的人设。输入 /我 看看有哪些。
error-no-persona = 你现在没有使用人设。请先用 /我 选一个。
error-form-unknown = 角色可以导出为 png、json 或 charx，没有“{ $form }”这种格式。
