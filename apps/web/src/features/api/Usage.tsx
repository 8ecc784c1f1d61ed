import { formatInteger } from "@malote/syntax";
import { Box } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { contaQuery } from "../../rpc/conta/account.ts";
import type { ApiToken } from "../../rpc/conta/api-tokens.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./Usage.module.css";

const texts = apiTexts.uso;

/** How many calls the programs of the conta make, and how much of the plan is used. */
export function Usage({ query }: { query: UseQueryResult<ApiToken[]> }): React.JSX.Element | null {
  const { data: conta } = useQuery(contaQuery);
  const now = useNow();
  const timeZone = useTimeZone();
  const tokens = query.data;
  if (query.error)
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  if (tokens === undefined) return null;
  const sum = (of: (token: ApiToken) => number): string =>
    formatInteger(tokens.reduce((total, token) => total + of(token), 0));
  return (
    <Box
      component="section"
      maw={880}
      p="20px var(--gutter) 32px"
      c="var(--text-2)"
      aria-labelledby="api-uso"
    >
      <h2 id="api-uso" className="t-secao">
        {texts.titulo}
      </h2>
      {tokens.length === 0 ? (
        <EmptyState icon={IconKey} title={texts.nenhum} action={null}>
          {apiTexts.tokens.nenhumTexto}
        </EmptyState>
      ) : (
        <>
          <p>{texts.texto}</p>
          <table className={`${classes.usage} num`} aria-labelledby="api-uso">
            <thead className="t-rotulo">
              <tr>
                <th scope="col">{texts.colunas.token}</th>
                <th scope="col">{texts.colunas.hoje}</th>
                <th scope="col">{texts.colunas.mes}</th>
                <th scope="col">{texts.colunas.ultimo}</th>
              </tr>
            </thead>
            <tbody>
              {tokens.map(({ id, nome, chamadasHoje, chamadas30Dias, ultimoUso }) => (
                <tr key={id}>
                  <th scope="row">
                    <b>{nome}</b>
                  </th>
                  <td>{formatInteger(chamadasHoje)}</td>
                  <td>{formatInteger(chamadas30Dias)}</td>
                  <td>
                    {ultimoUso === null ? apiTexts.tokens.nunca : formatTimeAgo(ultimoUso, now, timeZone)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{texts.total}</th>
                <td>{sum(({ chamadasHoje }) => chamadasHoje)}</td>
                <td>{sum(({ chamadas30Dias }) => chamadas30Dias)}</td>
                <td />
              </tr>
            </tfoot>
          </table>
        </>
      )}
      {conta && (
        <p>
          {texts.plano(formatInteger(conta.uso.documentos), formatInteger(conta.uso.limite))}{" "}
          <Link className="link" to="/minha_conta">
            {texts.verPlano}
          </Link>
        </p>
      )}
    </Box>
  );
}
