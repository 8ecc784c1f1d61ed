import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { type Caixa, caixasQuery } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatHa } from "../../ui/quando.ts";
import classes from "./CaixasSaude.module.css";

/** The health of the mailboxes in two linked lines: how many collect, and the last collection. */
export function CaixasSaude({
  onNavigate,
}: {
  onNavigate?: (() => void) | undefined;
}): React.JSX.Element | null {
  const { data } = useQuery(caixasQuery);
  const zona = useZona();
  const agora = useAgora();
  if (!data) return null;
  return (
    <Link to="/admin?tab=caixa" className={classes.saude} onClick={onNavigate}>
      <span className="vh">{textos.ver}. </span>
      {data.length === 0 ? textos.nenhuma : <Resumo caixas={data} agora={agora} zona={zona} />}
    </Link>
  );
}

function Resumo(props: { caixas: readonly Caixa[]; agora: Date; zona: string }): React.JSX.Element {
  const { caixas, agora, zona } = props;
  const avisos = avisosOf(caixas);
  const falhas = caixas.filter(({ ultimoErro }) => ultimoErro !== null).length;
  const ultima = lastColeta(caixas);
  return (
    <>
      <span className={classes.linha} title={avisos.join("\n") || undefined}>
        <span className={classes.ponto} data-erro={avisos.length > 0} aria-hidden="true" />
        <b>{textos.coletando(caixas.length - falhas, caixas.length)}</b>
      </span>
      <span className={classes.ultima}>
        {ultima ? textos.ultima(formatHa(ultima, agora, zona)) : textos.semColeta}
      </span>
      {avisos.map((aviso, index) => (
        <span key={aviso} className={index === 0 ? classes.erro : "vh"}>
          {aviso}
        </span>
      ))}
    </>
  );
}

/** Warnings: failing mailboxes first, then silent ones. */
function avisosOf(caixas: readonly Caixa[]): string[] {
  const nomeOf = ({ descricao, usuario }: Caixa): string => descricao || usuario;
  const erros = caixas.flatMap((caixa) =>
    caixa.ultimoErro === null ? [] : [textos.erro(nomeOf(caixa), caixa.ultimoErro)],
  );
  const quietas = caixas.filter((caixa) => caixa.ultimoErro === null && caixa.silenciosaDesde !== null);
  const [uma] = quietas;
  if (!uma) return erros;
  return [
    ...erros,
    quietas.length === 1 ? textos.silenciosa(nomeOf(uma)) : textos.silenciosas(quietas.length),
  ];
}

function lastColeta(caixas: readonly Caixa[]): Date | null {
  const times = caixas.flatMap((caixa) => (caixa.ultimaColeta ? [caixa.ultimaColeta.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
