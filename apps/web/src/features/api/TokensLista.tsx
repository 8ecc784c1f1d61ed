import { formatData, formatDataHora } from "@malote/syntax";
import { IconKey } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiToken } from "../../rpc/api-token.ts";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { api } from "../../textos/api.ts";
import { geral } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { Botao } from "../../ui/Botao.tsx";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { formatHa } from "../../ui/quando.ts";
import { useIsPhone } from "../../ui/telas.ts";
import classes from "./Api.module.css";
import type { Abertura } from "./ApiAba.tsx";
import { TokenMenu } from "./TokenMenu.tsx";

const textos = api.tokens;

type Vista = { agora: Date; zona: string; onAbrir: (abertura: Abertura) => void };

/** The tokens of the conta: scopes, companies, last use and expiry of each. */
export function TokensLista(props: {
  query: UseQueryResult<ApiToken[]>;
  onNovo: () => void;
  onAbrir: (abertura: Abertura) => void;
}): React.JSX.Element {
  const { query, onNovo, onAbrir } = props;
  const phone = useIsPhone();
  const vista: Vista = { agora: useAgora(), zona: useZona(), onAbrir };
  if (query.isPending) return <Esqueleto />;
  if (query.data === undefined) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) {
    const acao = (
      <Botao variante="cheia" onClick={onNovo}>
        {textos.novo}
      </Botao>
    );
    return (
      <EmptyState icone={IconKey} titulo={textos.nenhum} acao={acao}>
        {textos.nenhumTexto}
      </EmptyState>
    );
  }
  if (phone) return <Cartoes tokens={query.data} vista={vista} />;
  return (
    <div className={classes.tabela}>
      <DataTable
        rotulo={textos.lista}
        colunas={colunasOf(vista)}
        linhas={query.data}
        chaveDe={({ id }) => id}
        onAbrir={(token) => onAbrir({ modo: "editar", token })}
        larguraMinima={960}
      />
    </div>
  );
}

function colunasOf(vista: Vista): Coluna<ApiToken>[] {
  const { colunas } = textos;
  return [
    { chave: "nome", titulo: colunas.nome, celula: (token) => <Nome token={token} vista={vista} /> },
    {
      chave: "escopos",
      largura: "24%",
      titulo: colunas.escopos,
      celula: ({ escopos }) => <Escopos escopos={escopos} />,
    },
    { chave: "empresas", largura: "120px", titulo: colunas.empresas, celula: empresasOf },
    {
      chave: "uso",
      largura: "180px",
      titulo: colunas.uso,
      celula: (token) => <UltimoUso token={token} vista={vista} />,
    },
    {
      chave: "validade",
      largura: "160px",
      titulo: colunas.validade,
      celula: (token) => <Validade token={token} vista={vista} />,
    },
    {
      chave: "acao",
      largura: "64px",
      lado: "direita",
      titulo: <span className="vh">{colunas.acao}</span>,
      celula: (token) => <TokenMenu token={token} onAbrir={vista.onAbrir} />,
    },
  ];
}

function empresasOf({ empresas }: ApiToken): string {
  return empresas === null ? textos.todas : textos.empresas(empresas.length);
}

/** Name and masked secrets: the newest, and the one that is about to expire. */
function Nome({ token, vista }: { token: ApiToken; vista: Vista }): React.JSX.Element {
  const [novo, saindo] = token.segredos;
  return (
    <span className={classes.nome}>
      <button
        type="button"
        className={classes.abrir}
        data-abrir
        aria-label={textos.abrir(token.nome)}
        onClick={() => vista.onAbrir({ modo: "editar", token })}
      >
        {token.nome}
      </button>
      {token.principal && <span className={classes.principal}>{textos.principal}</span>}
      {novo ? (
        <span className={`${classes.segunda} mono`}>{novo.mascara}</span>
      ) : (
        <span className={classes.aviso}>{textos.semSegredo}</span>
      )}
      {saindo?.terminaEm && (
        <span className={classes.segunda}>
          {textos.girando(saindo.mascara.slice(-5), formatDataHora(saindo.terminaEm, vista.zona))}
        </span>
      )}
    </span>
  );
}

function Escopos({ escopos }: Pick<ApiToken, "escopos">): React.JSX.Element {
  return (
    <span className={classes.escopos}>
      {escopos.map((escopo) => (
        <code key={escopo} className={classes.escopo} title={api.escopos[escopo]}>
          {escopo}
        </code>
      ))}
    </span>
  );
}

function UltimoUso({ token, vista }: { token: ApiToken; vista: Vista }): React.JSX.Element {
  const { ultimoUso, ultimoIp } = token;
  if (ultimoUso === null) return <span className={classes.nada}>{textos.nunca}</span>;
  return (
    <>
      {formatHa(ultimoUso, vista.agora, vista.zona)}
      {ultimoIp && <span className={classes.segunda}>{textos.de(ultimoIp)}</span>}
    </>
  );
}

/** An expiry nearer than this is shown in amber. */
const PERTO_MS = 15 * 86_400_000;

function Validade({ token, vista }: { token: ApiToken; vista: Vista }): React.JSX.Element {
  const { expiraEm, expirado } = token;
  if (expiraEm === null) return <span className={classes.nada}>{textos.semFim}</span>;
  const dia = formatData(new Date(expiraEm.getTime() - 1), vista.zona);
  if (expirado) return <span className={classes.ruim}>{textos.expirou(dia)}</span>;
  const perto = expiraEm.getTime() - vista.agora.getTime() < PERTO_MS;
  return <span className={perto ? classes.aviso : undefined}>{textos.ate(dia)}</span>;
}

function Cartoes({ tokens, vista }: { tokens: readonly ApiToken[]; vista: Vista }): React.JSX.Element {
  return (
    <ul aria-label={textos.lista}>
      {tokens.map((token) => (
        <li key={token.id} className={classes.cartao} data-linha={token.id}>
          <div className={classes.cartaoTopo}>
            <Nome token={token} vista={vista} />
            <TokenMenu token={token} onAbrir={vista.onAbrir} />
          </div>
          <Escopos escopos={token.escopos} />
          <div className={classes.cartaoFim}>
            <span>{token.empresas === null ? textos.todasEmpresas : empresasOf(token)}</span>
            <span>
              <UltimoUso token={token} vista={vista} />
            </span>
            <Validade token={token} vista={vista} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Esqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando}>
      {["a", "b", "c"].map((linha) => (
        <div key={linha} className={classes.esqueleto}>
          <span style={{ width: 200 }} />
          <span style={{ width: 240 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
