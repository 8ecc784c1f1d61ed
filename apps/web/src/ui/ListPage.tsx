import { atalhos } from "../textos/geral.ts";
import { Kbd } from "./Kbd.tsx";
import classes from "./ListPage.module.css";

/** Layout of a list page: title and actions, tabs, chips and key hints, scrolling content, pager. */
export function ListPage(props: {
  titulo: string;
  resumo?: string | undefined;
  acoes: React.ReactNode;
  abas?: React.ReactNode;
  fichas: React.ReactNode;
  selecionavel?: boolean;
  /** Shown at the right of the chips instead of the key hints. */
  dicas?: React.ReactNode;
  /** Display options of the list, at the right end after the hints. */
  exibicao?: React.ReactNode;
  /** The rows on screen belong to another page or filter while the requested ones load. */
  ocupado?: boolean;
  pe: React.ReactNode;
  flutuante?: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const {
    titulo,
    resumo,
    acoes,
    abas,
    fichas,
    selecionavel = false,
    dicas = <Dicas selecionavel={selecionavel} />,
    exibicao,
    ocupado = false,
    pe,
    flutuante,
    children,
  } = props;
  return (
    <div className={classes.pagina} data-abas={abas ? true : undefined}>
      <div className={classes.topo}>
        <div>
          <h1 className="t-pagina">{titulo}</h1>
          {resumo && <p className={classes.resumo}>{resumo}</p>}
        </div>
        <div className={`${classes.acoes} sem-impressao`}>{acoes}</div>
      </div>
      {abas}
      <div className={classes.barra} data-vazia={fichas ? undefined : true}>
        <div className={classes.fichas}>{fichas}</div>
        <div className={classes.fim}>
          {dicas}
          {exibicao}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.corpo} tabIndex={0} aria-label={titulo} aria-busy={ocupado}>
        {children}
      </section>
      {flutuante}
      {pe}
    </div>
  );
}

function Dicas({ selecionavel }: { selecionavel: boolean }): React.JSX.Element {
  const { dicas } = atalhos;
  return (
    <p className={`${classes.dicas} sem-impressao`} aria-hidden="true">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> {dicas.mover}
      </span>
      {selecionavel && (
        <span>
          <Kbd>X</Kbd> {dicas.selecionar}
        </span>
      )}
      <span>
        <Kbd>Enter</Kbd> {dicas.abrir}
      </span>
      {selecionavel && (
        <span>
          <Kbd>?</Kbd> {dicas.atalhos}
        </span>
      )}
    </p>
  );
}
