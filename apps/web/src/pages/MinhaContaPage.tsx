import { useQuery } from "@tanstack/react-query";
import { ContaPainel } from "../features/conta/ContaPainel.tsx";
import { SegundoFator } from "../features/conta/SegundoFator.tsx";
import { SenhaPainel } from "../features/conta/SenhaPainel.tsx";
import { Sessoes } from "../features/conta/Sessoes.tsx";
import { UsoPainel } from "../features/conta/UsoPainel.tsx";
import { VocePainel } from "../features/conta/VocePainel.tsx";
import { useAtual } from "../rpc/atual.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { contaQuery } from "../rpc/minha-conta.ts";
import { minhaConta as textos } from "../textos/minha-conta.ts";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./MinhaContaPage.module.css";

/** One's conta with its plan, and below it oneself: name, password, second factor, sessions. */
export function MinhaContaPage(): React.JSX.Element {
  useTitulo(textos.titulo);
  const atual = useAtual();
  const query = useQuery(contaQuery);
  const gerente = atual !== undefined && (atual.usuario.administrador || atual.usuario.proprietarioConta);
  return (
    <div className={classes.pagina}>
      <h1 className="t-pagina">{textos.titulo}</h1>
      {query.error && <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />}
      {query.data && atual && (
        <>
          <ContaPainel conta={query.data} gerente={gerente} />
          <UsoPainel conta={query.data} />
          <VocePainel usuario={atual.usuario} />
          <SenhaPainel usuario={atual.usuario} />
          {(gerente || atual.usuario.segundoFator) && <SegundoFator ligado={atual.usuario.segundoFator} />}
          <Sessoes />
        </>
      )}
    </div>
  );
}
