import { atalhos } from "../textos/geral.ts";
import { Kbd } from "./Kbd.tsx";
import classes from "./ListPage.module.css";

/** The anatomy of a list: title and actions, tabs, chips and key hints, the part that scrolls, the pager. */
export function ListPage(props: {
  titulo: string;
  resumo?: string | undefined;
  acoes: React.ReactNode;
  abas?: React.ReactNode;
  fichas: React.ReactNode;
  selecionavel?: boolean;
  /** What stands at the right of the chips instead of the key hints. */
  dicas?: React.ReactNode;
  /** How the list is shown: after the hints, at the edge. */
  exibicao?: React.ReactNode;
  /** The rows on screen are of another page or filter; the asked ones are coming. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
