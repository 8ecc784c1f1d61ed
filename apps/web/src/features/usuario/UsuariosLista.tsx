import { IconArrowUp, IconMail, IconMailOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useAtual, useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import type { Usuario } from "../../rpc/usuarios.ts";
import { geral } from "../../textos/geral.ts";
import { usuarios as textos } from "../../textos/usuarios.ts";
import { useAgora } from "../../ui/agora.ts";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { formatHa } from "../../ui/quando.ts";
import { useIsPhone } from "../../ui/telas.ts";
import { type UsuarioAcoes, useUsuarioAcoes } from "./acoes.ts";
import { type Ordem, permissaoOf, type Situacao, situacaoOf, sortUsuarios } from "./situacao.ts";
import { UsuarioMenu } from "./UsuarioMenu.tsx";
import classes from "./Usuarios.module.css";

type Vista = { ordem: Ordem; agora: Date; zona: string; eu: string | undefined; acoes: UsuarioAcoes | null };

/** The users of the conta: identity, permissions and last access. */
export function UsuariosLista(props: { usuarios: readonly Usuario[]; ordem: Ordem }): React.JSX.Element {
  const gerente = useIsGerente() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const acoes = useUsuarioAcoes();
  const vista: Vista = {
    ordem: props.ordem,
    agora: useAgora(),
    zona: useZona(),
    eu: useAtual()?.usuario.id,
    acoes: gerente ? acoes : null,
  };
  const usuarios = sortUsuarios(props.usuarios, props.ordem);
  if (phone) return <Cartoes usuarios={usuarios} vista={vista} />;
  return (
    <div className={classes.tabela}>
      <DataTable
        rotulo={textos.lista}
        colunas={colunasOf(vista)}
        linhas={usuarios}
        chaveDe={({ id }) => id}
        onAbrir={({ id }) => void navigate(`/usuario/${id}`)}
      />
    </div>
  );
}

function colunasOf(vista: Vista): Coluna<Usuario>[] {
  const { colunas } = textos;
  const { acoes, ordem } = vista;
  return [
    {
      chave: "usuario",
      ordem: "ascending",
      titulo: (
        <span className={classes.ordenada}>
          {ordem === "nomeCompleto" ? colunas.usuario : `${colunas.usuario} (${textos.ordens[ordem]})`}
          <IconArrowUp size={13} stroke={2} aria-hidden="true" />
        </span>
      ),
      celula: (usuario) => <Nome usuario={usuario} vista={vista} />,
    },
    { chave: "email", titulo: colunas.email, celula: ({ email }) => <span title={email}>{email}</span> },
    {
      chave: "papel",
      largura: "200px",
      titulo: colunas.papel,
      celula: (usuario) => <Permissao usuario={usuario} />,
    },
    {
      chave: "situacao",
      largura: "160px",
      titulo: colunas.situacao,
      celula: (usuario) => <SituacaoMarca situacao={situacaoOf(usuario, vista.agora)} />,
    },
    {
      chave: "acesso",
      largura: "168px",
      titulo: colunas.acesso,
      celula: (usuario) => <Acesso usuario={usuario} vista={vista} />,
    },
    ...(acoes
      ? [
          {
            chave: "acao",
            largura: "64px",
            lado: "direita" as const,
            titulo: <span className="vh">{colunas.acao}</span>,
            celula: (usuario: Usuario) => (
              <UsuarioMenu usuario={usuario} eu={usuario.id === vista.eu} acoes={acoes} />
            ),
          },
        ]
      : []),
  ];
}

function Nome({ usuario, vista }: { usuario: Usuario; vista: Vista }): React.JSX.Element {
  return (
    <span className={classes.pessoa}>
      <Cor color={usuario.color} />
      <span>
        <Link
          to={`/usuario/${usuario.id}`}
          className={classes.nome}
          data-abrir
          title={usuario.nomeCompleto}
          aria-label={textos.abrir(usuario.nomeCompleto)}
        >
          {usuario.nomeCompleto}
        </Link>
        <span className={classes.segunda}>
          {usuario.nomeUsuario}
          {usuario.id === vista.eu && ` (${textos.voce})`}
        </span>
      </span>
    </span>
  );
}

/** The colour that the user chose; it is decorative, so it has no text. */
function Cor({ color }: { color: string | null }): React.JSX.Element {
  return (
    <span className={classes.cor} style={color ? { background: color } : undefined} aria-hidden="true" />
  );
}

function Permissao({ usuario }: { usuario: Usuario }): React.JSX.Element {
  const { nome, mais } = permissaoOf(usuario);
  return (
    <>
      {nome}
      {mais && <span className={classes.segunda}>{mais}</span>}
    </>
  );
}

const ICONES = {
  ativo: IconUserCheck,
  inativo: IconUserOff,
  convidado: IconMail,
  vencido: IconMailOff,
} satisfies Record<Situacao, unknown>;

function SituacaoMarca({ situacao }: { situacao: Situacao }): React.JSX.Element {
  const Icone = ICONES[situacao];
  return (
    <span className={classes.situacao} data-situacao={situacao}>
      <Icone size={15} stroke={1.8} aria-hidden="true" />
      {textos.situacoes[situacao]}
    </span>
  );
}

function Acesso({ usuario, vista }: { usuario: Usuario; vista: Vista }): React.JSX.Element {
  const { ultimoAcesso, ativado } = usuario;
  if (ultimoAcesso !== null) return <>{formatHa(ultimoAcesso, vista.agora, vista.zona)}</>;
  return <span className={classes.nada}>{ativado ? geral.nenhumValor : textos.nunca}</span>;
}

function Cartoes({ usuarios, vista }: { usuarios: readonly Usuario[]; vista: Vista }): React.JSX.Element {
  return (
    <ul aria-label={textos.lista}>
      {usuarios.map((usuario) => (
        <li key={usuario.id} className={classes.cartao} data-linha={usuario.id}>
          <div className={classes.cartaoTopo}>
            <Nome usuario={usuario} vista={vista} />
            {vista.acoes && (
              <UsuarioMenu usuario={usuario} eu={usuario.id === vista.eu} acoes={vista.acoes} />
            )}
          </div>
          <p className={classes.cartaoLinha}>{usuario.email}</p>
          <div className={classes.cartaoFim}>
            <span>
              <Permissao usuario={usuario} />
            </span>
            <SituacaoMarca situacao={situacaoOf(usuario, vista.agora)} />
          </div>
        </li>
      ))}
    </ul>
  );
}
