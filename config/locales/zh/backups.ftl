# 数据库的备份。

error-backup-failed = 备份失败：{ $reason }。数据没有变动。
error-backup-server-newer = 你的 Postgres { $server } 比自带的工具（{ $ours }）新，无法备份。请用服务器自带的 pg_dump，或更新 Omoide。
error-backup-server-other = 你的 Postgres { $server } 和 Omoide 自带的版本（{ $ours }）不同，在这里重写的备份可能无法恢复到上面。请手动删除旧备份，再新建一个：/管理 备份 现在
error-backup-no-room = { $folder } 空间不够，无法备份：剩余 { $free } MB，需要 { $needed } MB。请清理磁盘，或用 OMOIDE_BACKUP__FOLDER 指定别的文件夹。旧备份都还在。
error-backup-folder = 备份文件夹无法使用：{ $folder }（{ $reason }）。请修改它的所有者，或用 OMOIDE_BACKUP__FOLDER 指定别的文件夹。
error-backup-damaged = { $name } 的内容和备份时不一致，请换一个备份。
error-backup-running = 正在备份，请过几分钟再试。
error-house-running = Omoide 正在运行（{ $names }）。请先停止，再恢复备份。
error-no-such-backup = 没有名为 { $name } 的备份。make doctor 会显示备份文件夹，文件名以 .dump 结尾。

admin-backups = 备份{ $pages ->
    [1] {""}
   *[other] （{ $page }/{ $pages }）
}
admin-backups-hint =
    /管理 备份 现在 —— 立即备份一次
    /管理 备份 忘掉 —— 从备份里去掉要求被忘掉的人
    要恢复备份，请在 Omoide 所在的机器上停止它，再运行：python -m bot restore 名称
admin-backups-none = 还没有备份。/管理 备份 现在 立即备份一次。
admin-backups-off = 没有打开自动备份：OMOIDE_BACKUP__NIGHTLY 设成了 false。
admin-backups-now = 立即备份
admin-backup-made = 已备份：{ $name }（{ $size }）。
admin-backups-forgotten = { $changed ->
    [0] 备份里已经没有要求被忘掉的人。
   *[other] 已重写 { $changed } 个备份，去掉了要求被忘掉的人。
}{ $clean ->
    [0] {""}
   *[other] 里面本来就没有他们、未作改动的：{ $clean } 个。
}
admin-backups-unreadable = 这些打不开，内容没有变：{ $names }。不需要的话，请删除这些文件。
admin-backup-item = { $ago }，{ $size }
admin-backup-kind = { $kind ->
    [night] 每夜备份
    [migration] 更新之前
    [restore] 恢复之前
   *[hand] 手动备份
  } · { $at }

doctor-part-backup = 备份
doctor-backup-off = 没有打开自动备份：OMOIDE_BACKUP__NIGHTLY 设成了 false。
doctor-backup-none = 还没有备份；运行后一小时内会在 { $folder } 里生成第一个。
doctor-backup-there = 最新的备份是 { $hours } 小时前的（{ $name }），共 { $count } 个。不带 --quick 运行时会打开它，检查是否完整。
doctor-backup-stale = 最新的备份已是 { $hours } 小时前的（{ $name }），之后没有备份成功。请查看日志，或运行：python -m bot backup
doctor-backup-opens = { $hours } 小时前的备份能打开：{ $stories } 段剧情，{ $entries } 条记录（{ $name }，共 { $count } 个）。

app-backup = 立即备份数据库
app-backed-up = 已备份：{ $name }（{ $megabytes } MB）。
app-restore = 用备份替换数据库（原来的数据会保留）
app-restore-file = 备份的名称，或以 .dump 结尾的文件
app-restored = { $name } 已恢复：{ $stories } 段剧情、{ $entries } 条记录、{ $people } 个人。
app-restored-forgotten = 备份之后要求被忘掉的 { $count } 个人，已再次忘掉。
app-restored-aside = 原来的数据保留在：{ $place }
