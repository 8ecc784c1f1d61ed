import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { CaixaForm } from "../../features/caixa/form/CaixaForm.tsx";
import { chipOf } from "../../features/email/list/email-chips.ts";
import { CertificadoForm } from "../../features/empresa/certificado/CertificadoForm.tsx";
import { CertificadoPanel } from "../../features/empresa/certificado/CertificadoPanel.tsx";
import { EmpresaForm } from "../../features/empresa/form/EmpresaForm.tsx";
import { NextStepsPanel } from "../../features/empresa/panels/EmpresaPanels.tsx";
import { Arrival } from "../../features/first-steps/Arrival.tsx";
import classes from "../../features/first-steps/first-steps.module.css";
import type { Setup, Step } from "../../features/first-steps/setup-steps.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresaQuery } from "../../rpc/conta/empresas.ts";
import { caixaQuery } from "../../rpc/documents/detail-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { firstStepTexts as texts } from "../../texts/admin/first-steps.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";

type StepProps = {
  progress: Setup;
  onDone: () => void;
  onCancel: () => void;
};

/** The form of a step; the same form as on its own page. */
export function StepForm({
  step,
  ...props
}: StepProps & { step: Exclude<Step, "emails"> }): React.JSX.Element {
  const { empresa, caixa } = props.progress;
  if (step === "empresa") return <EmpresaStep {...props} id={empresa?.id ?? null} />;
  if (step === "caixa") return <CaixaStep {...props} id={caixa?.id ?? null} />;
  return <CertificadoStep {...props} />;
}

function EmpresaStep(props: StepProps & { id: string | null }): React.JSX.Element {
  const { onDone, onCancel } = props;
  // The empresa that existed when the step opened: its first save ends the step.
  const query = useQuery({ ...empresaQuery(props.id ?? ""), enabled: props.id !== null });
  if (props.id !== null && !query.data) {
    return <StepFailure error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <EmpresaForm
      savedEmpresa={query.data ?? null}
      isManager
      onSaved={onDone}
      onCancel={onCancel}
      sidePanel={<NextStepsPanel />}
    />
  );
}

function CertificadoStep({ progress, ...props }: StepProps): React.JSX.Element | null {
  const timeZone = useTimeZone();
  const { empresa } = progress;
  if (!empresa) return null;
  return (
    <CertificadoForm
      empresa={empresa}
      isManager
      onSent={props.onDone}
      onCancel={props.onCancel}
      sidePanel={<CertificadoPanel empresa={empresa} accepted={null} timeZone={timeZone} />}
    />
  );
}

function CaixaStep(props: StepProps & { id: string | null }): React.JSX.Element {
  const timeZone = useTimeZone();
  const query = useQuery({ ...caixaQuery(props.id ?? ""), enabled: props.id !== null });
  if (props.id !== null && !query.data) {
    return <StepFailure error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <CaixaForm
      savedCaixa={query.data ?? null}
      isManager
      timeZone={timeZone}
      testAtOnce={false}
      onTestStarted={() => undefined}
      onSaved={props.onDone}
      onCancel={props.onCancel}
      healthPanel={null}
      footer={null}
    />
  );
}

/** The last step: the arriving e-mails, or a hint to connect a mailbox first. */
export function ArrivalsStep({ progress }: { progress: Setup }): React.JSX.Element {
  if (progress.caixa) return <Arrival caixa={progress.caixa} chipOf={chipOf} />;
  return (
    <header className={classes.top}>
      <div>
        <h1 className="t-display">{texts.chegada.semCaixa}</h1>
        <Text size="md" maw={620} mt={4} mb={20} c="var(--text-2)" textWrap="pretty">
          {texts.chegada.semCaixaTexto}
        </Text>
        <Button component={Link} to="?passo=caixa">
          {texts.chegada.conectar}
        </Button>
      </div>
    </header>
  );
}

function StepFailure({ error, onRetry }: { error: unknown; onRetry: () => void }): React.JSX.Element | null {
  return error ? <FailureState failure={explainFailure(error)} onRetry={onRetry} /> : null;
}
