import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useAtual } from "../rpc/atual.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { contaQuery } from "../rpc/minha-conta.ts";
import { minhaConta as textos } from "../textos/minha-conta.ts";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./MinhaContaPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const Paineis = lazy(async () => ({ default: (await import("../features/conta/Paineis.tsx")).Paineis }));

/** The conta with its plan, then the user: name, password, second factor, sessions. */
export function MinhaContaPage(): React.JSX.Element {
  useTitulo(textos.titulo);
  const atual = useAtual();
  const query = useQuery(contaQuery);
  return (
    <div className={classes.pagina}>
      <h1 className="t-pagina">{textos.titulo}</h1>
      {query.error && <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />}
      <Suspense fallback={null}>
        {query.data && atual && <Paineis conta={query.data} usuario={atual.usuario} />}
      </Suspense>
    </div>
  );
}
