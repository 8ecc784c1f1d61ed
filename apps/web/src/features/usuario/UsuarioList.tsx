import { IconArrowUp, IconMail, IconMailOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { useCurrentUser, useTimeZone } from "../../rpc/session/current-user.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import { general } from "../../texts/app/general.ts";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { type Column, DataTable } from "../../ui/list/DataTable.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./UsuarioList.module.css";
import { UsuarioMenu } from "./UsuarioMenu.tsx";
import { type UsuarioActions, useUsuarioActions } from "./usuario-actions.ts";
import {
  permissionTextOf,
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
  actions: UsuarioActions | null;
};

/** The users of the conta: identity, permissions and last access. */
export function UsuarioList(props: {
  usuarios: readonly Usuario[];
  sortOrder: SortOrder;
}): React.JSX.Element {
  const isManager = useIsManager() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const actions = useUsuarioActions();
  const context: ListContext = {
    sortOrder: props.sortOrder,
    now: useNow(),
    timeZone: useTimeZone(),
    currentUsuarioId: useCurrentUser()?.usuario.id,
    actions: isManager ? actions : null,
  };
  const usuarios = sortUsuarios(props.usuarios, props.sortOrder);
  if (phone) return <UsuarioCards usuarios={usuarios} context={context} />;
  return (
    <div className={classes.tabela}>
      <DataTable
        label={texts.lista}
        columns={columnsOf(context)}
        rows={usuarios}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate(`/usuario/${id}`)}
      />
    </div>
  );
}

function columnsOf(context: ListContext): Column<Usuario>[] {
  const { colunas } = texts;
  const { actions, sortOrder } = context;
  return [
    {
      key: "usuario",
      sort: "ascending",
      title: (
        <span className={classes.ordenada}>
          {sortOrder === "nomeCompleto" ? colunas.usuario : `${colunas.usuario} (${texts.ordens[sortOrder]})`}
          <IconArrowUp size={13} stroke={2} aria-hidden="true" />
        </span>
      ),
      cell: (usuario) => <UsuarioName usuario={usuario} context={context} />,
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
      cell: (usuario) => <StateMark state={usuarioStateOf(usuario, context.now)} />,
    },
    {
      key: "acesso",
      width: "168px",
      title: colunas.acesso,
      cell: (usuario) => <LastAccess usuario={usuario} context={context} />,
    },
    ...(actions
      ? [
          {
            key: "acao",
            width: "64px",
            align: "direita" as const,
            title: <span className="vh">{colunas.acao}</span>,
            cell: (usuario: Usuario) => (
              <UsuarioMenu
                usuario={usuario}
                isSelf={usuario.id === context.currentUsuarioId}
                actions={actions}
              />
            ),
          },
        ]
      : []),
  ];
}

function UsuarioName({ usuario, context }: { usuario: Usuario; context: ListContext }): React.JSX.Element {
  return (
    <span className={classes.pessoa}>
      <ColourMark color={usuario.color} />
      <span>
        <Link
          to={`/usuario/${usuario.id}`}
          className={classes.nome}
          data-abrir
          title={usuario.nomeCompleto}
          aria-label={texts.abrir(usuario.nomeCompleto)}
        >
          {usuario.nomeCompleto}
        </Link>
        <span className={classes.segunda}>
          {usuario.nomeUsuario}
          {usuario.id === context.currentUsuarioId && ` (${texts.voce})`}
        </span>
      </span>
    </span>
  );
}

/** The colour that the user chose; it is decorative, so it has no text. */
function ColourMark({ color }: { color: string | null }): React.JSX.Element {
  return (
    <span className={classes.cor} style={color ? { background: color } : undefined} aria-hidden="true" />
  );
}

function Permissions({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { name, details } = permissionTextOf(usuario);
  return (
    <>
      {name}
      {details && <span className={classes.segunda}>{details}</span>}
    </>
  );
}

const STATE_ICONS = {
  ativo: IconUserCheck,
  inativo: IconUserOff,
  convidado: IconMail,
  vencido: IconMailOff,
} satisfies Record<UsuarioState, unknown>;

function StateMark({ state }: { state: UsuarioState }): React.JSX.Element {
  const Icon = STATE_ICONS[state];
  return (
    <span className={classes.situacao} data-situacao={state}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
      {texts.situacoes[state]}
    </span>
  );
}

function LastAccess({ usuario, context }: { usuario: Usuario; context: ListContext }): React.JSX.Element {
  const { ultimoAcesso, ativado } = usuario;
  if (ultimoAcesso !== null) return <>{formatTimeAgo(ultimoAcesso, context.now, context.timeZone)}</>;
  return <span className={classes.nada}>{ativado ? general.nenhumValor : texts.nunca}</span>;
}

function UsuarioCards({
  usuarios,
  context,
}: {
  usuarios: readonly Usuario[];
  context: ListContext;
}): React.JSX.Element {
  return (
    <ul aria-label={texts.lista}>
      {usuarios.map((usuario) => (
        <li key={usuario.id} className={classes.cartao} data-linha={usuario.id}>
          <div className={classes.cartaoTopo}>
            <UsuarioName usuario={usuario} context={context} />
            {context.actions && (
              <UsuarioMenu
                usuario={usuario}
                isSelf={usuario.id === context.currentUsuarioId}
                actions={context.actions}
              />
            )}
          </div>
          <p className={classes.cartaoLinha}>{usuario.email}</p>
          <div className={classes.cartaoFim}>
            <span>
              <Permissions usuario={usuario} />
            </span>
            <StateMark state={usuarioStateOf(usuario, context.now)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
