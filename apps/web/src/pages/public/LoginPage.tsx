import { Box, Group } from "@mantine/core";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import classes from "../../features/auth/auth.module.css";
import { DemoSignIn } from "../../features/auth/DemoSignIn.tsx";
import { LoginForm } from "../../features/auth/LoginForm.tsx";
import { NotaLifeCycle } from "../../features/auth/NotaLifeCycle.tsx";
import { useResumeSession } from "../../features/auth/resume-session.ts";
import { DEFAULT_PAGE, isFileAddress, readReturnAddress } from "../../features/auth/return-address.ts";
import { requestTour } from "../../features/tour/tour-state.ts";
import { ensureSession } from "../../rpc/session/ensure-session.ts";
import { general } from "../../texts/app/general.ts";
import { signInTexts } from "../../texts/app/sign-in.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { LanguageLinks, LanguageOffer } from "../../ui/layout/LanguageLinks.tsx";
import { Logo } from "../../ui/layout/Logo.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";

/** The sign-in; it returns to the page or file that was requested. */
export function LoginPage(): React.JSX.Element {
  usePageTitle(signInTexts.titulo);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const arrival = readArrival(useLocation().state);
  const onSignIn = async (): Promise<void> => {
    const returnTo = readReturnAddress(params);
    if (returnTo === DEFAULT_PAGE && (await isFirstTime())) {
      await navigate("/primeiros_passos", { replace: true });
      return;
    }
    // With an address of their own the user is at work; the first steps lead by themselves, and their conta
    // has no document to show yet.
    if (returnTo === DEFAULT_PAGE) requestTour();
    await navigate(isFileAddress(returnTo) ? DEFAULT_PAGE : returnTo, { replace: true });
    if (isFileAddress(returnTo)) window.location.assign(returnTo);
  };
  useResumeSession(params.has("fim"), {
    resume: ensureSession,
    onResumed: () => void navigate(readReturnAddress(params), { replace: true }),
  });
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <Logo size={32} />
        <Box component="h1" mt={24} className="t-display">
          {signInTexts.titulo}
        </Box>
        <LanguageOffer />
        {params.has("fim") && (
          <p className="t-second" role="status">
            {general.sessaoEncerrada}
          </p>
        )}
        {arrival.refusal && <Alert>{arrival.refusal}</Alert>}
        {arrival.done && <Alert tone="feito">{arrival.done}</Alert>}
        <DemoSignIn immediately={params.has("demonstracao")} onSignedIn={() => void onSignIn()} />
        <LoginForm linkHolder={arrival.linkHolder} onSignedIn={() => void onSignIn()} />
        <Group justify="space-between">
          <Link to="/esqueceu_senha" className="link">
            {signInTexts.esqueceu}
          </Link>
          <Link to="/criar_conta" className="link">
            {signInTexts.criarConta}
          </Link>
        </Group>
        <LanguageLinks />
      </main>
      <NotaLifeCycle />
    </div>
  );
}

/** Whether the first steps are pending. A failure counts as no: it must not block the sign-in. */
async function isFirstTime(): Promise<boolean> {
  try {
    // Its queries belong to the signed-in pages, whose code a visitor does not load.
    const { isFirstVisit } = await import("../../features/first-steps/first-visit.ts");
    return await isFirstVisit();
  } catch {
    return false;
  }
}

type Arrival = {
  /** Why a link was refused. */
  refusal?: string;
  /** What was done through a link, and for which user. */
  done?: string;
  linkHolder?: { identificador: string; nomeUsuario: string };
};

/**
 * Reads the navigation state of the previous page; it comes from the browser history, so nothing is
 * assumed.
 */
function readArrival(state: unknown): Arrival {
  return typeof state === "object" && state !== null ? (state as Arrival) : {};
}

export { LoginPage as Component };
