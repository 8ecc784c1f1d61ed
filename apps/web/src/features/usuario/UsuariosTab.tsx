import { Box, Group } from "@mantine/core";
import {
  IconMail,
  IconMailOff,
  IconPassword,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from "@tabler/icons-react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { type Usuario, usuariosQuery } from "../../rpc/conta/usuarios.ts";
import { useCurrentUser, useTimeZone } from "../../rpc/session/current-user.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import { general } from "../../texts/app/general.ts";
import type { Tone } from "../../ui/documento/documento-status.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import type { RowAction } from "../../ui/list/RowMenu.tsx";
import { useSortOrder } from "../../ui/list/use-sort-order.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { type UsuarioActions, useUsuarioActions } from "./usuario-actions.ts";
import {
  permissionTextOf,
  SORT_ORDERS,
  type SortOrder,
  sortUsuarios,
  type UsuarioState,
  usuarioStateOf,
} from "./usuario-state.ts";

type ListContext = {
  sortOrder: SortOrder;
  now: Date;
  timeZone: string;
  currentUsuarioId: string | undefined;
};

/** The users of the conta, as a tab of its administration. */
export function UsuariosTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const now = useNow();
  const isManager = useIsManager() ?? false;
  const currentUsuarioId = useCurrentUser()?.usuario.id;
  const actions = useUsuarioActions();
  const order = useSortOrder(SORT_ORDERS, texts.ordens);
  const query = useQuery({ ...usuariosQuery, select: (usuarios) => sortUsuarios(usuarios, order.value) });
  return (
    <ListScreen
      title={texts.lista}
      total={texts.total}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      order={order}
      create={isManager ? { label: texts.novo, to: "/usuario/novo" } : null}
      tabs={tabs}
      columns={columnsOf({ sortOrder: order.value, now, timeZone, currentUsuarioId })}
      keyOf={({ id }) => id}
      rowHeight={56}
      card={(usuario) => <UsuarioCard usuario={usuario} now={now} timeZone={timeZone} />}
      menu={
        isManager
          ? (usuario) => ({
              label: texts.acoes(usuario.nome),
              actions: actionsOf(usuario, usuario.id === currentUsuarioId, actions),
            })
          : undefined
      }
      // The signed-in user is always in the list.
      empty={null}
    />
  );
}

function columnsOf(context: ListContext): ListColumn<Usuario>[] {
  const { colunas } = texts;
  const { sortOrder, now, timeZone, currentUsuarioId } = context;
  return [
    {
      key: "usuario",
      title: colunas.usuario,
      sorted: sortOrder === "nomeCompleto" || texts.ordens[sortOrder],
      name: ({ id, nomeCompleto, nomeUsuario, color }) => ({
        text: nomeCompleto,
        label: texts.abrir(nomeCompleto),
        open: `/usuario/${id}`,
        mark: <ColourMark color={color} />,
        note: id === currentUsuarioId ? `${nomeUsuario} (${texts.voce})` : nomeUsuario,
      }),
    },
    { key: "email", title: colunas.email, cell: ({ email }) => <span title={email}>{email}</span> },
    {
      key: "papel",
      width: "200px",
      title: colunas.papel,
      cell: (usuario) => <Permissions usuario={usuario} />,
    },
    {
      key: "situacao",
      width: "160px",
      title: colunas.situacao,
      cell: (usuario) => <State state={usuarioStateOf(usuario, now)} />,
    },
    {
      key: "acesso",
      width: "168px",
      title: colunas.acesso,
      cell: (usuario) => <LastAccess usuario={usuario} now={now} timeZone={timeZone} />,
    },
  ];
}

type TimedProps = { usuario: Usuario; now: Date; timeZone: string };

function LastAccess({ usuario, now, timeZone }: TimedProps): React.ReactNode {
  const { ultimoAcesso, ativado } = usuario;
  if (ultimoAcesso !== null) return formatTimeAgo(ultimoAcesso, now, timeZone);
  return <span className="t-dimmed">{ativado ? general.nenhumValor : texts.nunca}</span>;
}

/** The card of a user on a phone, below the name. */
function UsuarioCard(props: TimedProps): React.JSX.Element {
  const { usuario, now } = props;
  const { name, details } = permissionTextOf(usuario);
  return (
    <>
      <Group gap={12} justify="space-between">
        <State state={usuarioStateOf(usuario, now)} />
        <LastAccess {...props} />
      </Group>
      <p>{[usuario.email, name, details].filter(Boolean).join(", ")}</p>
    </>
  );
}

/** The actions of a manager. Users cannot deactivate or delete themselves or the owner. */
function actionsOf(
  usuario: Usuario,
  isSelf: boolean,
  actions: UsuarioActions,
): readonly (RowAction | false)[] {
  const { ativo, ativado } = usuario;
  const { menu } = texts;
  const isProtected = isSelf || usuario.proprietarioConta;
  return [
    { label: menu.abrir, icon: IconPencil, onClick: () => actions.open(usuario) },
    !ativado &&
      ativo && { label: menu.reenviar, icon: IconMail, onClick: () => actions.resendConvite(usuario) },
    ativado &&
      ativo &&
      !isSelf && { label: menu.senha, icon: IconPassword, onClick: () => actions.sendPasswordLink(usuario) },
    !isProtected && {
      label: ativo ? menu.inativar : menu.ativar,
      icon: ativo ? IconUserOff : IconUserCheck,
      onClick: () => actions.setAtivo(usuario, !ativo),
    },
    !isProtected && {
      label: menu.excluir,
      icon: IconTrash,
      isDangerous: true,
      onClick: () => actions.remove(usuario),
    },
  ];
}

/** The colour that the user chose; it is decorative, so it has no text. */
function ColourMark({ color }: { color: string | null }): React.JSX.Element {
  return (
    <Box
      component="span"
      flex="none"
      w={8}
      h={32}
      bdrs={4}
      bg={color ?? "var(--neutral-soft)"}
      aria-hidden="true"
    />
  );
}

function Permissions({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { name, details } = permissionTextOf(usuario);
  return <TwoLines value={name} note={details} />;
}

const STATES: Record<UsuarioState, { tone: Tone; icon: TablerIcon }> = {
  ativo: { tone: "ok", icon: IconUserCheck },
  inativo: { tone: "neutro", icon: IconUserOff },
  convidado: { tone: "neutro", icon: IconMail },
  vencido: { tone: "aviso", icon: IconMailOff },
};

function State({ state }: { state: UsuarioState }): React.JSX.Element {
  return <StatusTag {...STATES[state]} word={texts.situacoes[state]} />;
}
