import { formatInteiro } from "@malote/syntax";
import { IconKey } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { ApiToken } from "../../rpc/api-token.ts";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { contaQuery } from "../../rpc/minha-conta.ts";
import { api } from "../../textos/api.ts";
import { useAgora } from "../../ui/agora.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { formatHa } from "../../ui/quando.ts";
import classes from "./Api.module.css";

const textos = api.uso;

/** How many calls the programs of the conta make, and how much of the plan is used. */
export function Uso({ query }: { query: UseQueryResult<ApiToken[]> }): React.JSX.Element | null {
  const { data: conta } = useQuery(contaQuery);
  const agora = useAgora();
  const zona = useZona();
  const tokens = query.data;
  if (query.error) return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  if (tokens === undefined) return null;
  const sum = (of: (token: ApiToken) => number): string =>
    formatInteiro(tokens.reduce((total, token) => total + of(token), 0));
  return (
    <section className={classes.exemplos} aria-labelledby="api-uso">
      <h2 id="api-uso" className="t-secao">
        {textos.titulo}
      </h2>
      {tokens.length === 0 ? (
        <EmptyState icone={IconKey} titulo={textos.nenhum} acao={null}>
          {api.tokens.nenhumTexto}
        </EmptyState>
      ) : (
        <>
          <p>{textos.texto}</p>
          <table className={classes.uso} aria-labelledby="api-uso">
            <thead>
              <tr>
                <th scope="col">{textos.colunas.token}</th>
                <th scope="col" data-lado="direita">
                  {textos.colunas.hoje}
                </th>
                <th scope="col" data-lado="direita">
                  {textos.colunas.mes}
                </th>
                <th scope="col">{textos.colunas.ultimo}</th>
              </tr>
            </thead>
            <tbody>
              {tokens.map(({ id, nome, chamadasHoje, chamadas30Dias, ultimoUso }) => (
                <tr key={id}>
                  <th scope="row">{nome}</th>
                  <td data-lado="direita">{formatInteiro(chamadasHoje)}</td>
                  <td data-lado="direita">{formatInteiro(chamadas30Dias)}</td>
                  <td>{ultimoUso === null ? api.tokens.nunca : formatHa(ultimoUso, agora, zona)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{textos.total}</th>
                <td data-lado="direita">{sum(({ chamadasHoje }) => chamadasHoje)}</td>
                <td data-lado="direita">{sum(({ chamadas30Dias }) => chamadas30Dias)}</td>
                <td />
              </tr>
            </tfoot>
          </table>
        </>
      )}
      {conta && (
        <p>
          {textos.plano(formatInteiro(conta.uso.documentos), formatInteiro(conta.uso.limite))}{" "}
          <Link className="link" to="/minha_conta">
            {textos.verPlano}
          </Link>
        </p>
      )}
    </section>
  );
}
