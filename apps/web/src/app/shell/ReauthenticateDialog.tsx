import { Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import { ReauthenticationForm } from "../../features/auth/ReauthenticationForm.tsx";
import { registerReauthentication } from "../../rpc/session/reauthenticate.ts";
import { general } from "../../texts/app/general.ts";
import { signInTexts } from "../../texts/app/sign-in.ts";
import { beginQuestion } from "../../ui/overlay/open-questions.ts";

/** Above drawers and confirmation dialogs, below toasts. */
const Z_INDEX = 400;

type OpenPrompt = { answer: (proven: boolean) => void; close: () => void };

/** Asks the user to re-authenticate when a request requires it; closing the dialog cancels. */
export function ReauthenticateDialog(): React.JSX.Element {
  const [prompt, setPrompt] = useState<OpenPrompt | null>(null);
  useEffect(
    () =>
      registerReauthentication(() => new Promise((answer) => setPrompt({ answer, close: beginQuestion() }))),
    [],
  );
  const end = (proven: boolean): void => {
    prompt?.close();
    prompt?.answer(proven);
    setPrompt(null);
  };
  return (
    <Modal
      opened={prompt !== null}
      onClose={() => end(false)}
      title={signInTexts.confirme.titulo}
      size={420}
      zIndex={Z_INDEX}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      {prompt && <ReauthenticationForm onDone={() => end(true)} onCancel={() => end(false)} />}
    </Modal>
  );
}
