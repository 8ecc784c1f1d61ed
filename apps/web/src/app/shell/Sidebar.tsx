import { formatInteger } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router-dom";
import { openNotasCountQuery } from "../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { Logo } from "../../ui/layout/Logo.tsx";
import { MENU_ENTRIES, type MenuEntry } from "./menu-entries.ts";
import classes from "./Sidebar.module.css";
import { SidebarFooter } from "./SidebarFooter.tsx";
import { UserMenu } from "./UserMenu.tsx";

type RailProps = {
  entries: readonly MenuEntry[];
  /** Target of the logo link. */
  home: string;
  onNavigate?: (() => void) | undefined;
  children?: React.ReactNode;
};

/** The sidebar: navigation, state of the mailboxes, usage of the plan. */
export function Sidebar(props: {
  onNavigate?: () => void;
  onShortcuts?: () => void;
  withUserMenu?: boolean;
}): React.JSX.Element {
  const { onNavigate, onShortcuts, withUserMenu = false } = props;
  const current = useCurrentUser();
  return (
    <Rail entries={MENU_ENTRIES} home="/painel" onNavigate={onNavigate}>
      {withUserMenu && <UserMenu onShortcuts={onShortcuts} />}
      {current?.conta.sandbox && (
        <p className={classes.demo} data-dica={general.demonstracaoDica}>
          {general.demonstracao}
        </p>
      )}
      <SidebarFooter onNavigate={onNavigate} />
    </Rail>
  );
}

/** The frame of every sidebar: logo, entries, and the given footer. */
export function Rail({ entries, home, onNavigate, children }: RailProps): React.JSX.Element {
  return (
    <aside className={`${classes.trilho} sem-impressao`} aria-label={general.lateral}>
      <div className={classes.marca}>
        <Link to={home} aria-label={general.nome} onClick={onNavigate}>
          <Logo />
        </Link>
      </div>
      <nav aria-label={general.menuPrincipal} className={classes.entradas}>
        {entries.map((entry) => (
          <SidebarEntry key={entry.to} {...entry} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className={classes.pe}>{children}</div>
    </aside>
  );
}

function SidebarEntry(props: MenuEntry & { onNavigate: (() => void) | undefined }): React.JSX.Element {
  const { to, name, icon: Icon, badge, activePrefixes = [], onNavigate } = props;
  const { pathname } = useLocation();
  const here = pathname === to || activePrefixes.some((prefix) => pathname.startsWith(prefix));
  return (
    <Link to={to} className={classes.entrada} aria-current={here ? "page" : undefined} onClick={onNavigate}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>{name}</span>
      {badge === "abertas" && <OpenNotasBadge />}
    </Link>
  );
}

function OpenNotasBadge(): React.JSX.Element | null {
  const { data = 0 } = useQuery(openNotasCountQuery);
  if (data === 0) return null;
  const total = formatInteger(data);
  return (
    <span className={classes.selo} data-testid="abertas">
      <span aria-hidden="true">{total}</span>
      <span className="vh">{general.emAberto(total)}</span>
    </span>
  );
}
