import { Box, Button, Group, Text } from "@mantine/core";
import { IconArrowRight, IconLock } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import classes from "../../features/first-steps/first-steps.module.css";
import { dismissFirstSteps } from "../../features/first-steps/first-visit.ts";
import { StepRail } from "../../features/first-steps/StepRail.tsx";
import {
  currentStepOf,
  doneStepsOf,
  type Setup,
  STEPS,
  type Step,
} from "../../features/first-steps/setup-steps.ts";
import { useSetup } from "../../features/first-steps/use-setup.ts";
import { lazyPart } from "../../network/load-code.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { caixasCloseQuery } from "../../rpc/documents/queries.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { firstStepTexts as texts } from "../../texts/admin/first-steps.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { confirmLeave, releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

// Fields, validation and their libraries load after the frame of the page.
const StepForm = lazyPart(async () => (await import("./FirstStepsForm.tsx")).StepForm);
const ArrivalsStep = lazyPart(async () => (await import("./FirstStepsForm.tsx")).ArrivalsStep);

/** The first steps of a conta: empresa, certificado, mailbox, and the first e-mails as they arrive. */
export function FirstStepsPage(): React.JSX.Element {
  usePageTitle(texts.titulo);
  const isManager = useIsManager();
  const progress = useSetup(caixasCloseQuery);
  if (isManager === false) {
    return (
      <Box py={40}>
        <h1 className="vh">{texts.titulo}</h1>
        <EmptyState
          icon={IconLock}
          title={texts.soAdministrador}
          action={
            <Button component={Link} variant="default" to="/painel">
              {texts.irParaPainel}
            </Button>
          }
        >
          {texts.soAdministradorTexto}
        </EmptyState>
      </Box>
    );
  }
  if (!progress || isManager === undefined) return <h1 className="vh">{texts.titulo}</h1>;
  return <Steps progress={progress} />;
}

function Steps({ progress }: { progress: Setup }): React.JSX.Element {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const owner = useOwner();
  // After a step comes the next one, not the first incomplete one: the certificado may be skipped.
  const [step, setStep] = useState(() => currentStepOf(params.get("passo"), progress));
  const requestedStep = params.get("passo");
  const [appliedStep, setAppliedStep] = useState(requestedStep);
  if (requestedStep !== appliedStep) {
    setAppliedStep(requestedStep);
    setStep(currentStepOf(requestedStep, progress));
  }
  const goTo = (next: Step): void => {
    releaseUnsavedChanges();
    void navigate(`?passo=${next}`);
  };
  const finish = async (): Promise<void> => {
    if (!(await confirmLeave())) return;
    releaseUnsavedChanges();
    dismissFirstSteps(owner);
    void navigate("/painel");
  };
  const next = STEPS[STEPS.indexOf(step) + 1] ?? "emails";
  return (
    <div className={classes.page}>
      <StepRail current={step} setup={progress} />
      <div className={classes.side}>
        {step === "emails" ? (
          <Suspense fallback={<h1 className="vh">{texts.titulo}</h1>}>
            <ArrivalsStep progress={progress} />
          </Suspense>
        ) : (
          <>
            <header className={classes.top}>
              <div>
                <h1 className="t-display">{texts.passos[step].titulo}</h1>
                <Text size="md" maw={620} mt={4} c="var(--text-2)" textWrap="pretty">
                  {texts.passos[step].texto}
                </Text>
              </div>
              {step === "certificado" && !doneStepsOf(progress).certificado && (
                <Link to="?passo=caixa" className="link">
                  {texts.pular}
                </Link>
              )}
              <button type="button" className="link" onClick={() => void finish()}>
                {texts.depois}
              </button>
            </header>
            <Suspense>
              <StepForm
                key={step}
                step={step}
                progress={progress}
                onDone={() => goTo(next)}
                onCancel={() => void finish()}
              />
            </Suspense>
          </>
        )}
        {step === "emails" && <StepsFooter progress={progress} onFinish={() => void finish()} />}
      </div>
    </div>
  );
}

function StepsFooter({ progress, onFinish }: { progress: Setup; onFinish: () => void }): React.JSX.Element {
  return (
    <Group className={classes.foot} justify="space-between">
      <Button component={Link} variant="default" to={`?passo=${progress.caixa ? "caixa" : "empresa"}`}>
        {texts.voltar}
      </Button>
      <Button rightSection={<IconArrowRight size={16} stroke={1.6} aria-hidden="true" />} onClick={onFinish}>
        {texts.irParaPainel}
      </Button>
    </Group>
  );
}

export { FirstStepsPage as Component };
