import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiTokenQuery, createApiToken } from "../../rpc/api-token.ts";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { administracao } from "../../textos/admin.ts";
import { apiToken as textos } from "../../textos/usuarios.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { useTitulo } from "../../ui/telas.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./Api.module.css";
import { TokenFicha } from "./TokenFicha.tsx";

/** The conta's token for its ERP, as a tab of its administration. */
export function ApiAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  useTitulo(textos.titulo);
  const gerente = useIsGerente();
  return (
    <ListPage titulo={administracao.titulo} acoes={null} abas={abas} fichas={null} dicas={null} pe={null}>
      {gerente === false && (
        <EmptyState icone={IconLock} titulo={MENSAGENS_DAS_PESSOAS.acessoRestrito} acao={null}>
          {textos.texto}
        </EmptyState>
      )}
      {gerente === true && <Token />}
    </ListPage>
  );
}

function Token(): React.JSX.Element {
  const zona = useZona();
  const query = useQuery(apiTokenQuery);
  const [novo, setNovo] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    if (query.data && !(await confirmar({ ...textos.confirmar, destrutiva: true }))) return;
    try {
      const { token, mensagem } = await createApiToken();
      setNovo(token);
      avisar(mensagem);
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  if (query.error) return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <section className={classes.token} aria-labelledby="token-da-api">
      <h2 id="token-da-api" className="t-secao">
        {textos.titulo}
      </h2>
      <p>{textos.texto}</p>
      {query.data === null && novo === null && <p className={classes.nenhum}>{textos.nenhum}</p>}
      {query.data && <TokenFicha token={query.data} novo={novo} zona={zona} />}
      {query.data !== undefined && (
        <Button variant={query.data ? "default" : "filled"} onClick={() => void create()}>
          {query.data ? textos.trocar : textos.gerar}
        </Button>
      )}
    </section>
  );
}
