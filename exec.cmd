@rem The scripts of package.json begin with exec, so that signals reach Node. cmd.exe has no such command but this one.
@%*
