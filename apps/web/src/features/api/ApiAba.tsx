import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { IconLock, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { type ApiToken, apiTokensQuery } from "../../rpc/api-token.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { administracao } from "../../textos/admin.ts";
import { api as textos } from "../../textos/api.ts";
import { Botao } from "../../ui/Botao.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { useTitulo } from "../../ui/telas.ts";
import classes from "./Api.module.css";
import { Exemplos } from "./Exemplos.tsx";
import { enderecoOf, SECOES, type Secao, secaoOf } from "./secao.ts";
import { TokenGaveta } from "./TokenGaveta.tsx";
import { TokensLista } from "./TokensLista.tsx";
import { Uso } from "./Uso.tsx";

/** What the drawer shows; `token: null` creates one. */
export type Abertura = { modo: "editar" | "girar"; token: ApiToken | null };

/**
 * How the ERP connects to the conta, as a tab of the administration.
 * @param webhooks the section of webhooks, which belongs to another feature; without it there is
 * no such tab
 */
export function ApiAba({
  abas,
  webhooks,
}: {
  abas: React.ReactNode;
  webhooks?: React.ReactNode;
}): React.JSX.Element {
  useTitulo(textos.titulo);
  const gerente = useIsGerente();
  const [params] = useSearchParams();
  const secao = secaoOf(params);
  const [abertura, setAbertura] = useState<Abertura | null>(null);
  const query = useQuery({ ...apiTokensQuery, enabled: gerente === true });
  const novo = () => setAbertura({ modo: "editar", token: null });
  const secoes = SECOES.filter((each) => each !== "webhooks" || webhooks !== undefined);
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={secao === "tokens" && query.data ? textos.tokens.total(query.data.length) : undefined}
      acoes={
        gerente === true &&
        secao === "tokens" &&
        query.data &&
        query.data.length > 0 && (
          <Botao
            variante="cheia"
            icone={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={novo}
          >
            {textos.tokens.novo}
          </Botao>
        )
      }
      abas={abas}
      fichas={gerente === true && <Secoes secoes={secoes} ativa={secao} />}
      dicas={null}
      pe={null}
    >
      {gerente === false && (
        <EmptyState icone={IconLock} titulo={MENSAGENS_DAS_PESSOAS.acessoRestrito} acao={null}>
          {textos.restrito}
        </EmptyState>
      )}
      {gerente === true && secao === "tokens" && (
        <TokensLista query={query} onNovo={novo} onAbrir={setAbertura} />
      )}
      {gerente === true && secao === "webhooks" && webhooks}
      {gerente === true && secao === "exemplos" && <Exemplos base={window.location.origin} />}
      {gerente === true && secao === "uso" && <Uso query={query} />}
      <TokenGaveta abertura={abertura} onClose={() => setAbertura(null)} />
    </ListPage>
  );
}

function Secoes({ secoes, ativa }: { secoes: readonly Secao[]; ativa: Secao }): React.JSX.Element {
  return (
    <nav className={classes.secoes} aria-label={textos.secoes.rotulo}>
      {secoes.map((secao) => (
        <Link
          key={secao}
          to={enderecoOf(secao)}
          className={classes.secao}
          aria-current={secao === ativa ? "page" : undefined}
        >
          {textos.secoes[secao]}
        </Link>
      ))}
    </nav>
  );
}
