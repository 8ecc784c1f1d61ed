import { formatDate, formatDateTime } from "@malote/syntax";
import { Badge, Button, Group, Text } from "@mantine/core";
import { IconKey, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type ApiToken, revokeApiToken } from "../../rpc/conta/api-tokens.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { QueryList } from "../../ui/list/QueryList.tsx";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import type { RowAction } from "../../ui/list/RowMenu.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import type { DrawerState } from "./TokenDrawer.tsx";

const texts = apiTexts.tokens;

type Open = (drawer: DrawerState) => void;

/** The tokens of the conta: scopes, companies, last use and expiry of each. */
export function TokenList(props: {
  query: UseQueryResult<ApiToken[]>;
  onCreate: () => void;
  onOpen: Open;
}): React.JSX.Element {
  const { query, onCreate, onOpen } = props;
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <QueryList
      label={texts.lista}
      query={query}
      explain={explainFailure}
      columns={columnsOf(now, timeZone, onOpen)}
      keyOf={({ id }) => id}
      rowHeight={64}
      minWidth={960}
      menu={(token) => ({ label: texts.acoes(token.nome), actions: actionsOf(token, onOpen) })}
      empty={
        <EmptyState
          icon={IconKey}
          title={texts.nenhum}
          action={<Button onClick={onCreate}>{texts.novo}</Button>}
        >
          {texts.nenhumTexto}
        </EmptyState>
      }
    />
  );
}

function columnsOf(now: Date, timeZone: string, onOpen: Open): ListColumn<ApiToken>[] {
  const { colunas } = texts;
  return [
    {
      key: "nome",
      title: colunas.nome,
      name: (token) => ({
        text: token.nome,
        label: texts.abrir(token.nome),
        open: () => onOpen({ mode: "editar", token }),
        tag: token.principal && <Badge component="span">{texts.principal}</Badge>,
        note: <Secrets token={token} timeZone={timeZone} />,
      }),
    },
    {
      key: "escopos",
      width: "24%",
      title: colunas.escopos,
      cell: ({ escopos }) => (
        <Group component="span" gap={4}>
          {escopos.map((scope) => (
            <code key={scope}>
              <Badge component="span" title={apiTexts.escopos[scope]}>
                {scope}
              </Badge>
            </code>
          ))}
        </Group>
      ),
    },
    {
      key: "empresas",
      width: "120px",
      title: colunas.empresas,
      cell: ({ empresas }) => (empresas === null ? texts.todas : texts.empresas(empresas.length)),
    },
    {
      key: "uso",
      width: "180px",
      title: colunas.uso,
      cell: ({ ultimoUso, ultimoIp }) =>
        ultimoUso === null ? (
          <Text span inherit c="dimmed">
            {texts.nunca}
          </Text>
        ) : (
          <TwoLines value={formatTimeAgo(ultimoUso, now, timeZone)} note={ultimoIp && texts.de(ultimoIp)} />
        ),
    },
    {
      key: "validade",
      width: "160px",
      title: colunas.validade,
      cell: (token) => <Expiry token={token} now={now} timeZone={timeZone} />,
    },
  ];
}

/** The masked secrets: the newest, and the one that is about to expire. */
function Secrets({ token, timeZone }: { token: ApiToken; timeZone: string }): React.JSX.Element {
  const [newest, expiring] = token.segredos;
  return (
    <>
      {newest ? (
        <span className="mono">{newest.mascara}</span>
      ) : (
        <Text span inherit c="var(--warn-text)" fw={550}>
          {texts.semSegredo}
        </Text>
      )}
      {expiring?.terminaEm && (
        <>
          <br />
          {texts.girando(expiring.mascara.slice(-5), formatDateTime(expiring.terminaEm, timeZone))}
        </>
      )}
    </>
  );
}

/** An expiry nearer than this is shown in amber. */
const EXPIRY_WARNING_MS = 15 * 86_400_000;

function Expiry(props: { token: ApiToken; now: Date; timeZone: string }): React.JSX.Element {
  const { token, now, timeZone } = props;
  const { expiraEm, expirado } = token;
  if (expiraEm === null) {
    return (
      <Text span inherit c="dimmed">
        {texts.semFim}
      </Text>
    );
  }
  const day = formatDate(new Date(expiraEm.getTime() - 1), timeZone);
  const isNear = expiraEm.getTime() - now.getTime() < EXPIRY_WARNING_MS;
  if (!expirado && !isNear) return <>{texts.ate(day)}</>;
  return (
    <Text span inherit fw={550} c={expirado ? "var(--bad-text)" : "var(--warn-text)"}>
      {expirado ? texts.expirou(day) : texts.ate(day)}
    </Text>
  );
}

function actionsOf(token: ApiToken, onOpen: Open): readonly (RowAction | false)[] {
  const { menu } = texts;
  return [
    { label: menu.editar, icon: IconPencil, onClick: () => onOpen({ mode: "editar", token }) },
    !token.expirado && {
      label: menu.girar,
      icon: IconRefresh,
      onClick: () => onOpen({ mode: "girar", token }),
    },
    {
      label: menu.revogar,
      icon: IconTrash,
      isDangerous: true,
      onClick: () => void confirmRevocation(token),
    },
  ];
}

async function confirmRevocation({ id, nome }: ApiToken): Promise<void> {
  if (!(await askConfirmation({ ...texts.revogar(nome), destrutiva: true }))) return;
  try {
    showToast(await revokeApiToken(id));
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
