import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { type Empresa, empresasQuery } from "../../rpc/empresas.ts";
import { certificado as textosCert } from "../../textos/certificados.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { CertificadoFicha } from "./certificado/CertificadoFicha.tsx";
import { DistribuicaoPainel } from "./DistribuicaoPainel.tsx";
import classes from "./EmpresaLado.module.css";
import { LogoPainel } from "./LogoPainel.tsx";
import { ProvaPainel } from "./ProvaPainel.tsx";

/** Beside the form of a company: its certificate, proof, distribution syncs and logo. */
export function EmpresaLado(props: { guardada: Empresa; gerente: boolean; zona: string }): React.JSX.Element {
  const { guardada, gerente, zona } = props;
  // Taken from the query of the list, which polls; the one of the form does not.
  const { data } = useQuery(empresasQuery);
  const empresa = data?.find(({ id }) => id === guardada.id) ?? guardada;
  return (
    <>
      <section className={classes.parte} aria-labelledby="certificado">
        <header className={classes.topo}>
          <h2 id="certificado" className="t-secao">
            {textosCert.a1}
          </h2>
          {gerente && (
            <Button component={Link} to={`/cert/${empresa.id}`} variant="default">
              {empresa.certificado === null ? textosCert.enviar : textosCert.trocar}
            </Button>
          )}
        </header>
        <CertificadoFicha empresa={empresa} zona={zona} />
      </section>
      <ProvaPainel empresa={empresa} zona={zona} />
      <DistribuicaoPainel empresa={empresa} zona={zona} />
      <LogoPainel empresa={empresa} gerente={gerente} />
    </>
  );
}

/** Beside the form of a new company: the next steps. */
export function EmpresaDepois(): React.JSX.Element {
  const { depois } = textos;
  return (
    <section className={classes.parte} aria-labelledby="depois">
      <h2 id="depois" className="t-secao">
        {depois.titulo}
      </h2>
      <ol className={classes.passos}>
        {depois.passos.map(([titulo, texto]) => (
          <li key={titulo}>
            <p>
              <b>{titulo}</b>
              <span>{texto}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
