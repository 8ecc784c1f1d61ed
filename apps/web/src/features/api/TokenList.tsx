import { formatDate, formatDateTime } from "@malote/syntax";
import { IconKey } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { explainFailure } from "../../rpc/call/failures.ts";
import type { ApiToken } from "../../rpc/conta/api-tokens.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { general } from "../../texts/app/general.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { type Column, DataTable } from "../../ui/list/DataTable.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./Api.module.css";
import type { DrawerState } from "./TokenDrawer.tsx";
import { TokenMenu } from "./TokenMenu.tsx";

const texts = apiTexts.tokens;

type ListContext = { now: Date; timeZone: string; onOpen: (drawer: DrawerState) => void };

/** The tokens of the conta: scopes, companies, last use and expiry of each. */
export function TokenList(props: {
  query: UseQueryResult<ApiToken[]>;
  onCreate: () => void;
  onOpen: (drawer: DrawerState) => void;
}): React.JSX.Element {
  const { query, onCreate, onOpen } = props;
  const phone = useIsPhone();
  const context: ListContext = { now: useNow(), timeZone: useTimeZone(), onOpen };
  if (query.isPending) return <ListSkeleton />;
  if (query.data === undefined) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) {
    const emptyAction = (
      <PlainButton variant="cheia" onClick={onCreate}>
        {texts.novo}
      </PlainButton>
    );
    return (
      <EmptyState icon={IconKey} title={texts.nenhum} action={emptyAction}>
        {texts.nenhumTexto}
      </EmptyState>
    );
  }
  if (phone) return <TokenCards tokens={query.data} context={context} />;
  return (
    <div className={classes.tabela}>
      <DataTable
        label={texts.lista}
        columns={columnsOf(context)}
        rows={query.data}
        keyOf={({ id }) => id}
        onOpen={(token) => onOpen({ mode: "editar", token })}
        minWidth={960}
      />
    </div>
  );
}

function columnsOf(context: ListContext): Column<ApiToken>[] {
  const { colunas } = texts;
  return [
    { key: "nome", title: colunas.nome, cell: (token) => <TokenName token={token} context={context} /> },
    {
      key: "escopos",
      width: "24%",
      title: colunas.escopos,
      cell: ({ escopos }) => <ScopeTags escopos={escopos} />,
    },
    { key: "empresas", width: "120px", title: colunas.empresas, cell: empresasOf },
    {
      key: "uso",
      width: "180px",
      title: colunas.uso,
      cell: (token) => <LastUse token={token} context={context} />,
    },
    {
      key: "validade",
      width: "160px",
      title: colunas.validade,
      cell: (token) => <Expiry token={token} context={context} />,
    },
    {
      key: "acao",
      width: "64px",
      align: "direita",
      title: <span className="vh">{colunas.acao}</span>,
      cell: (token) => <TokenMenu token={token} onOpen={context.onOpen} />,
    },
  ];
}

function empresasOf({ empresas }: ApiToken): string {
  return empresas === null ? texts.todas : texts.empresas(empresas.length);
}

/** Name and masked secrets: the newest, and the one that is about to expire. */
function TokenName({ token, context }: { token: ApiToken; context: ListContext }): React.JSX.Element {
  const [newest, expiring] = token.segredos;
  return (
    <span className={classes.nome}>
      <button
        type="button"
        className={classes.abrir}
        data-abrir
        aria-label={texts.abrir(token.nome)}
        onClick={() => context.onOpen({ mode: "editar", token })}
      >
        {token.nome}
      </button>
      {token.principal && <span className={classes.principal}>{texts.principal}</span>}
      {newest ? (
        <span className={`${classes.segunda} mono`}>{newest.mascara}</span>
      ) : (
        <span className={classes.aviso}>{texts.semSegredo}</span>
      )}
      {expiring?.terminaEm && (
        <span className={classes.segunda}>
          {texts.girando(expiring.mascara.slice(-5), formatDateTime(expiring.terminaEm, context.timeZone))}
        </span>
      )}
    </span>
  );
}

function ScopeTags({ escopos }: Pick<ApiToken, "escopos">): React.JSX.Element {
  return (
    <span className={classes.escopos}>
      {escopos.map((scope) => (
        <code key={scope} className={classes.escopo} title={apiTexts.escopos[scope]}>
          {scope}
        </code>
      ))}
    </span>
  );
}

function LastUse({ token, context }: { token: ApiToken; context: ListContext }): React.JSX.Element {
  const { ultimoUso, ultimoIp } = token;
  if (ultimoUso === null) return <span className={classes.nada}>{texts.nunca}</span>;
  return (
    <>
      {formatTimeAgo(ultimoUso, context.now, context.timeZone)}
      {ultimoIp && <span className={classes.segunda}>{texts.de(ultimoIp)}</span>}
    </>
  );
}

/** An expiry nearer than this is shown in amber. */
const EXPIRY_WARNING_MS = 15 * 86_400_000;

function Expiry({ token, context }: { token: ApiToken; context: ListContext }): React.JSX.Element {
  const { expiraEm, expirado } = token;
  if (expiraEm === null) return <span className={classes.nada}>{texts.semFim}</span>;
  const day = formatDate(new Date(expiraEm.getTime() - 1), context.timeZone);
  if (expirado) return <span className={classes.ruim}>{texts.expirou(day)}</span>;
  const isNear = expiraEm.getTime() - context.now.getTime() < EXPIRY_WARNING_MS;
  return <span className={isNear ? classes.aviso : undefined}>{texts.ate(day)}</span>;
}

function TokenCards({
  tokens,
  context,
}: {
  tokens: readonly ApiToken[];
  context: ListContext;
}): React.JSX.Element {
  return (
    <ul aria-label={texts.lista}>
      {tokens.map((token) => (
        <li key={token.id} className={classes.cartao} data-linha={token.id}>
          <div className={classes.cartaoTopo}>
            <TokenName token={token} context={context} />
            <TokenMenu token={token} onOpen={context.onOpen} />
          </div>
          <ScopeTags escopos={token.escopos} />
          <div className={classes.cartaoFim}>
            <span>{token.empresas === null ? texts.todasEmpresas : empresasOf(token)}</span>
            <span>
              <LastUse token={token} context={context} />
            </span>
            <Expiry token={token} context={context} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ListSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando}>
      {["a", "b", "c"].map((row) => (
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 200 }} />
          <span style={{ width: 240 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
