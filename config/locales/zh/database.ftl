# 数据库：各种错误，以及 doctor 的检查结果。

error-database = 数据库拒绝了一个请求（{ $query }，代码 { $code }）。数据没有变动，请附上日志反馈。
error-database-unreachable = 数据库没有响应（{ $code }）。请稍后再试；如果一直这样，请检查数据库是否在运行、DATABASE_URL 是否正确。
error-database-outcome-unknown = 保存时数据库连接断开（{ $code }），无法确定是否存上。请先看看内容在不在，再决定要不要重试。
error-database-conflict = 有人一直在修改同一份数据（{ $code }）。请再试一次。
error-database-full = 数据库所在的磁盘满了（{ $code }），刚才的内容没有保存。请腾出空间，之后会自动恢复。
error-database-timeout = 数据库执行 { $query } 太久（{ $code }），已经中止。请再试一次；如果一直这样，请检查那台机器的负载。
error-database-constraint = 数据不符合数据库的规则（{ $query } 里的 { $constraint }，代码 { $code }），没有保存。请附上日志反馈。
error-database-refused = 数据库拒绝登录：{ $reason }（代码 { $code }）。请检查 DATABASE_URL 里的用户名、密码和库名。
error-database-too-old = 现在的数据库是 Postgres { $version }，Omoide 需要 { $needed } 或更新的版本。请升级服务器，或者去掉 DATABASE_URL，改用自带的数据库。
error-database-too-new = 这个数据库已被更新版本的 Omoide 用过（迁移 { $name }，当前版本只认识 { $known } 个迁移）。请升级 Omoide，或恢复之前的备份。
error-migration-changed = 迁移 { $name } 的内容和当初执行时不一样了。请恢复原来的文件；要改表结构，请另写一个新的迁移。
error-vector-missing = 数据库服务器没有 pgvector。请在服务器上安装 pgvector 0.8 或更新的版本（Debian 加上 PostgreSQL 官方源后，包名是 postgresql-NN-pgvector），然后重新启动。
error-vector-too-old = 数据库里的 pgvector 是 { $version }，Omoide 需要 0.8 或更新的版本。请安装新版本，再执行 ALTER EXTENSION vector UPDATE。
error-vector-forbidden = Omoide 使用的数据库角色没有权限安装 pgvector。请让管理员在这个库里执行 CREATE EXTENSION vector，然后重新启动。
error-data-folder-foreign = 文件夹 { $folder } 里不是 Omoide 的数据库，所以没有改动。请用 OMOIDE_DATA_DIR 指定别的文件夹。
error-data-folder-major = { $folder } 里的数据库来自 Postgres { $found }，而当前版本自带的是 { $needed }。请用 Postgres { $found } 的 pg_dumpall 导出，把文件夹移走，启动一次 Omoide，再用 psql 导入。
error-data-folder-unreachable = 用户 { $user } 无法使用文件夹 { $folder }。请把它的所有者改为这个用户，或用 OMOIDE_DATA_DIR 指定别的文件夹。
error-database-start-timeout = 等了 { $seconds } 秒，数据库还没有就绪，可能还在恢复。请再试一次，并查看 { $log }。
error-database-start-failed = 数据库没能启动：{ $reason } 详细情况见 { $log }。
error-embedded-missing = 数据库程序没有安装。请重新运行 make run，或者用 DATABASE_URL 指定一个服务器。

doctor-database-reachable = 数据库有响应。
doctor-database-version = Postgres { $version }。
doctor-database-vector = pgvector { $version }。
doctor-database-trgm = pg_trgm 已安装。
doctor-database-trgm-missing = 没有安装 pg_trgm，找不到拼写相近的词；其他功能不受影响。
doctor-database-disk = 磁盘还剩 { $megabytes } MB。
doctor-database-disk-low = 磁盘只剩 { $megabytes } MB。请尽快腾出空间，否则数据库会停下来。
doctor-database-schema = 表结构是最新的。
doctor-database-first = { $people ->
    [0] 没有人允许角色主动发消息。
   *[other] { $people } 人允许角色主动发消息：过去 24 小时发了 { $written } 条，计划中 { $planned } 条。
}
doctor-database-circle = { $characters ->
    [0] 没有角色在圈子里发动态。
   *[other] { $characters } 个角色在圈子里发动态：最近 24 小时发了 { $written } 条。
}
doctor-database-schema-old = 表结构不是最新的。请运行 python -m bot migrate。
