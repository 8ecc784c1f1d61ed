import { Group, Modal } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { ContinueForm } from "../../features/auth/ContinueForm.tsx";
import { useResumeSession } from "../../features/auth/resume-session.ts";
import type { CurrentUser } from "../../rpc/documents/queries.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { resumeAs } from "../../rpc/session/ensure-session.ts";
import { registerContinuation } from "../../rpc/session/session.ts";
import { signInTexts } from "../../texts/app/sign-in.ts";
import { TopBar } from "../../ui/feedback/TopBar.tsx";
import { beginQuestion } from "../../ui/overlay/open-questions.ts";
import { confirmLeave } from "../../ui/overlay/unsaved-changes.ts";

const { continuar: t } = signInTexts;

/** Above drawers and confirmation dialogs, below toasts. */
const Z_INDEX = 400;

/**
 * The sign-in over the open page, once the server has ended its session: the page, its forms and what was
 * asked for stay, and go on after it. A page whose user is not known yet has nothing to lose: it is left.
 */
export function ContinueSession(): React.JSX.Element | null {
  const user = useCurrentUser();
  return user ? <Continuation user={user} /> : null;
}

function Continuation({ user }: { user: CurrentUser }): React.JSX.Element | null {
  const { end, isWaiting, opened, setOpened } = useContinuation(user);
  const leave = async (): Promise<void> => {
    setOpened(false);
    if (await confirmLeave()) end(false);
    else setOpened(true);
  };
  return (
    <>
      {isWaiting && !opened && (
        <TopBar
          icon={IconLock}
          title={t.titulo}
          text={t.esperando}
          action={signInTexts.entrar}
          onAction={() => setOpened(true)}
        />
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={
          <Group component="span" gap={12} wrap="nowrap">
            <IconLock size={22} stroke={1.6} color="var(--accent)" aria-hidden="true" />
            {t.titulo}
          </Group>
        }
        size={440}
        zIndex={Z_INDEX}
        withCloseButton={false}
        closeOnClickOutside={false}
      >
        <ContinueForm
          user={user}
          onSignedIn={() => end(true)}
          onLater={() => setOpened(false)}
          onLeave={() => void leave()}
        />
      </Modal>
    </>
  );
}

type Waiting = { answer: (signedIn: boolean) => void; close: () => void };

/** The open request to sign in again, if any, and whether its dialog is shown. */
function useContinuation({ usuario }: CurrentUser) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [opened, setOpened] = useState(false);
  const end = useEffectEvent((signedIn: boolean): void => {
    waiting?.close();
    waiting?.answer(signedIn);
    setWaiting(null);
    setOpened(false);
  });
  const ask = useEffectEvent(async (): Promise<boolean> => {
    // Another tab of this browser may have signed in again already.
    if (await resumeAs(usuario.id).catch(() => false)) return true;
    return await new Promise((answer) => {
      setWaiting({ answer, close: beginQuestion() });
      setOpened(true);
    });
  });
  useEffect(() => {
    const unregister = registerContinuation({ signIn: () => ask(), remind: () => setOpened(true) });
    return () => {
      unregister();
      end(false);
    };
  }, []);
  useResumeSession(waiting !== null, {
    resume: () => resumeAs(usuario.id),
    onResumed: () => end(true),
  });
  return { end: (signedIn: boolean) => end(signedIn), isWaiting: waiting !== null, opened, setOpened };
}
