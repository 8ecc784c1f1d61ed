import { IconChevronDown } from "@tabler/icons-react";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import classes from "./UserMenu.module.css";
import { UserMenuItems } from "./UserMenuItems.tsx";

/** The signed-in user's name, with the user menu. */
export function UserMenu({
  onShortcuts,
}: {
  onShortcuts: (() => void) | undefined;
}): React.JSX.Element | null {
  const current = useCurrentUser();
  if (!current) return <div className={classes.vazio} />;
  const { usuario } = current;
  const name = usuario.nomeCompleto || usuario.nome || usuario.nomeUsuario;
  return (
    <UserMenuItems
      current={current}
      onShortcuts={onShortcuts}
      trigger={
        <button type="button" className={classes.eu} aria-label={general.menuUsuario(name)}>
          <span className={classes.retrato} aria-hidden="true">
            {initials(name)}
          </span>
          <span className={classes.nome}>{name}</span>
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
}

/** Initials of the first and last name. */
function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word !== "");
  const first = words[0]?.charAt(0) ?? "";
  const last = words.length > 1 ? (words[words.length - 1]?.charAt(0) ?? "") : "";
  return `${first}${last}`.toUpperCase();
}
