import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { useAtual } from "../../rpc/atual.ts";
import { abertasQuery } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { Mark } from "../../ui/Mark.tsx";
import { ContaMenu } from "./ContaMenu.tsx";
import { ENTRADAS, type EntradaDoMenu } from "./entradas.ts";
import classes from "./Sidebar.module.css";

// At the bottom, where a late load moves nothing.
const SidebarPe = lazy(async () => ({ default: (await import("./SidebarPe.tsx")).SidebarPe }));

type RailProps = {
  entradas: readonly EntradaDoMenu[];
  /** Target of the logo link. */
  inicio: string;
  onNavigate?: (() => void) | undefined;
  children?: React.ReactNode;
};

/** The sidebar: navigation, state of the mailboxes, usage of the plan. */
export function Sidebar(props: {
  onNavigate?: () => void;
  onAtalhos?: () => void;
  conta?: boolean;
}): React.JSX.Element {
  const { onNavigate, onAtalhos, conta = false } = props;
  const atual = useAtual();
  return (
    <Rail entradas={ENTRADAS} inicio="/painel" onNavigate={onNavigate}>
      {conta && <ContaMenu onAtalhos={onAtalhos} />}
      {atual?.conta.sandbox && (
        <p className={classes.demo} data-dica={geral.demonstracaoDica}>
          {geral.demonstracao}
        </p>
      )}
      <Suspense>
        <SidebarPe onNavigate={onNavigate} />
      </Suspense>
    </Rail>
  );
}

/** The frame of every sidebar: logo, entries, and the given footer. */
export function Rail({ entradas, inicio, onNavigate, children }: RailProps): React.JSX.Element {
  return (
    <aside className={`${classes.trilho} sem-impressao`} aria-label={geral.lateral}>
      <div className={classes.marca}>
        <Link to={inicio} aria-label={geral.nome} onClick={onNavigate}>
          <Mark />
        </Link>
      </div>
      <nav aria-label={geral.menuPrincipal} className={classes.entradas}>
        {entradas.map((entrada) => (
          <Entrada key={entrada.to} {...entrada} onNavigate={onNavigate} />
        ))}
      </nav>
      <div className={classes.pe}>{children}</div>
    </aside>
  );
}

function Entrada(props: EntradaDoMenu & { onNavigate: (() => void) | undefined }): React.JSX.Element {
  const { to, nome, icone: Icone, selo, rotas = [], onNavigate } = props;
  const { pathname } = useLocation();
  const here = pathname === to || rotas.some((rota) => pathname.startsWith(rota));
  return (
    <Link to={to} className={classes.entrada} aria-current={here ? "page" : undefined} onClick={onNavigate}>
      <Icone size={18} stroke={1.6} aria-hidden="true" />
      <span>{nome}</span>
      {selo === "abertas" && <Abertas />}
    </Link>
  );
}

function Abertas(): React.JSX.Element | null {
  const { data = 0 } = useQuery(abertasQuery);
  if (data === 0) return null;
  const total = formatInteiro(data);
  return (
    <span className={classes.selo} data-testid="abertas">
      <span aria-hidden="true">{total}</span>
      <span className="vh">{geral.emAberto(total)}</span>
    </span>
  );
}
