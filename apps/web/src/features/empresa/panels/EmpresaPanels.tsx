import { Badge, Button, Group, Stack } from "@mantine/core";
import { Link } from "react-router-dom";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type Empresa, empresasQuery } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts } from "../../../texts/admin/certificado.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { SideSection } from "../../../ui/form/SideSection.tsx";
import { CertificadoDetails } from "../certificado/CertificadoDetails.tsx";
import { DistribuicaoPanel } from "./DistribuicaoPanel.tsx";
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
      <SideSection
        title={certificadoTexts.a1}
        action={
          isManager && (
            <Button component={Link} to={`/cert/${empresa.id}`} variant="default">
              {empresa.certificado === null ? certificadoTexts.enviar : certificadoTexts.trocar}
            </Button>
          )
        }
      >
        <CertificadoDetails empresa={empresa} timeZone={timeZone} />
      </SideSection>
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
    <SideSection title={nextSteps.titulo}>
      <Stack component="ol">
        {nextSteps.passos.map(([title, text], index) => (
          <Group component="li" key={title} gap={12} align="flex-start" wrap="nowrap">
            <Badge variant="light" circle>
              {index + 1}
            </Badge>
            <div>
              <b>{title}</b>
              <p className="t-second">{text}</p>
            </div>
          </Group>
        ))}
      </Stack>
    </SideSection>
  );
}
