import { FALHA_CAIXA } from "@malote/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useZona } from "../../rpc/atual.ts";
import { type Caixa, caixasQuery } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/geral.ts";
import { formatHa } from "../../ui/quando.ts";
import classes from "./CaixasSaude.module.css";

const TICK_MS = 30_000;

/** How the mailboxes are, in two lines: how many collect, and when the last one did. */
export function CaixasSaude(): React.JSX.Element | null {
  const { data } = useQuery(caixasQuery);
  const zona = useZona();
  const agora = useAgora();
  if (!data) return null;
  if (data.length === 0) return <p className={classes.saude}>{textos.nenhuma}</p>;
  const erros = data.filter((caixa) => caixa.estado === "erro");
  const ultima = lastColeta(data);
  return (
    <div className={classes.saude}>
      <p className={classes.linha} title={erros.map(explainErro).join("\n") || undefined}>
        <span className={classes.ponto} data-erro={erros.length > 0} aria-hidden="true" />
        <b>{textos.coletando(data.length - erros.length, data.length)}</b>
      </p>
      <p className={classes.ultima}>
        {ultima ? textos.ultima(formatHa(ultima, agora, zona)) : textos.semColeta}
      </p>
      {erros.map((caixa, index) => (
        <p key={caixa.id} className={index === 0 ? classes.erro : "vh"}>
          {explainErro(caixa)}
        </p>
      ))}
    </div>
  );
}

function explainErro(caixa: Caixa): string {
  const { ultimoErro } = caixa;
  const cause =
    ultimoErro !== null && Object.hasOwn(FALHA_CAIXA, ultimoErro)
      ? FALHA_CAIXA[ultimoErro as keyof typeof FALHA_CAIXA]
      : (ultimoErro ?? "");
  return textos.erro(caixa.descricao || caixa.usuario, cause);
}

function lastColeta(caixas: readonly Caixa[]): Date | null {
  const times = caixas.flatMap((caixa) => (caixa.ultimaColeta ? [caixa.ultimaColeta.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

function useAgora(): Date {
  const [agora, setAgora] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setAgora(new Date()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return agora;
}
