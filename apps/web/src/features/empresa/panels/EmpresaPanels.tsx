import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { type Empresa, empresasQuery } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts } from "../../../texts/admin/certificado.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { CertificadoDetails } from "../certificado/CertificadoDetails.tsx";
import { DistribuicaoPanel } from "./DistribuicaoPanel.tsx";
import classes from "./EmpresaPanels.module.css";
import { LogoPanel } from "./LogoPanel.tsx";
import { ProofPanel } from "./ProofPanel.tsx";

/** Beside the form of a company: its certificate, proof, distribution syncs and logo. */
export function EmpresaPanels(props: {
  savedEmpresa: Empresa;
  isManager: boolean;
  timeZone: string;
}): React.JSX.Element {
  const { savedEmpresa, isManager, timeZone } = props;
  // Taken from the query of the list, which polls; the one of the form does not.
  const { data } = useQuery(empresasQuery);
  const empresa = data?.find(({ id }) => id === savedEmpresa.id) ?? savedEmpresa;
  return (
    <>
      <section className={classes.parte} aria-labelledby="certificado">
        <header className={classes.topo}>
          <h2 id="certificado" className="t-secao">
            {certificadoTexts.a1}
          </h2>
          {isManager && (
            <Button component={Link} to={`/cert/${empresa.id}`} variant="default">
              {empresa.certificado === null ? certificadoTexts.enviar : certificadoTexts.trocar}
            </Button>
          )}
        </header>
        <CertificadoDetails empresa={empresa} timeZone={timeZone} />
      </section>
      <ProofPanel empresa={empresa} timeZone={timeZone} />
      <DistribuicaoPanel empresa={empresa} timeZone={timeZone} />
      <LogoPanel empresa={empresa} isManager={isManager} />
    </>
  );
}

/** Beside the form of a new company: the next steps. */
export function NextStepsPanel(): React.JSX.Element {
  const { depois: nextSteps } = texts;
  return (
    <section className={classes.parte} aria-labelledby="depois">
      <h2 id="depois" className="t-secao">
        {nextSteps.titulo}
      </h2>
      <ol className={classes.passos}>
        {nextSteps.passos.map(([title, text]) => (
          <li key={title}>
            <p>
              <b>{title}</b>
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
