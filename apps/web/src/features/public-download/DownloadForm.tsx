import { Button, Group, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { call } from "../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../rpc/call/failures.ts";
import { CAPTCHA_VALID_MS, solveCaptcha } from "../../rpc/session/captcha.ts";
import { peopleMessages } from "../../texts/names/messages.ts";
import { downloadTexts as texts } from "../../texts/site/public-pages.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { Captcha } from "../../ui/form/Captcha.tsx";
import { GuardedForm, NO_DRAFT } from "../../ui/form/GuardedForm.tsx";
import { ChaveField } from "./ChaveField.tsx";
import { FoundDocumento, type FoundDocumentoData } from "./FoundDocumento.tsx";

type FormErrors = { chave?: string | undefined; captcha?: string | undefined; general?: string | undefined };

/** Asks for a key and a captcha, then offers the document's XML and PDF. */
export function DownloadForm({ initialChave }: { initialChave: string }): React.JSX.Element {
  const [chave, setChave] = useState(initialChave);
  const [captcha, setCaptcha] = useState<string | null>(null);
  const [captchaAttempt, setCaptchaAttempt] = useState(0);
  const [formErrors, setFormErrors] = useState<FormErrors>({});
  const [searching, setSearching] = useState(false);
  const [found, setFound] = useState<FoundDocumentoData | null>(null);
  const changeChave = (text: string): void => {
    setChave(text);
    setFormErrors({});
    setFound(null);
  };
  // When the links expire, the captcha is shown again.
  useEffect(() => {
    if (found?.expiraEm == null) return;
    const timer = setTimeout(
      () => setFound(null),
      Math.max(0, found.expiraEm.getTime() - serverNow().getTime()),
    );
    return () => clearTimeout(timer);
  }, [found]);
  const renewCaptcha = (): void => {
    setCaptcha(null);
    setCaptchaAttempt((before) => before + 1);
  };
  const search = async (): Promise<void> => {
    if (searching) return;
    const missing = checkForm(chave, captcha);
    setFormErrors(missing);
    if (captcha === null || missing.chave !== undefined || missing.captcha !== undefined) return;
    setSearching(true);
    try {
      const { object } = await call("Nota.getNotaDownloadPublico", { captcha, ChaveAcesso: chave });
      setFound({ chave, ...object });
    } catch (error) {
      setFormErrors(readRefusal(error));
    }
    renewCaptcha();
    setSearching(false);
  };
  return (
    <Stack gap={28}>
      <GuardedForm
        changed={NO_DRAFT}
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <Stack gap={20}>
          <ChaveField
            chave={chave}
            onChange={changeChave}
            onEnter={() => void search()}
            errorText={formErrors.chave}
            autoFocus={initialChave === ""}
          />
          {formErrors.general !== undefined && <Alert>{formErrors.general}</Alert>}
          <Group justify="space-between" gap={12}>
            {found === null ? (
              <Captcha
                key={captchaAttempt}
                solve={() => solveCaptcha("download")}
                validMs={CAPTCHA_VALID_MS}
                autoStart={chave.length > 0}
                error={formErrors.captcha}
                onChange={setCaptcha}
              />
            ) : (
              <span />
            )}
            {found === null ? (
              <Button type="submit" size="md" loading={searching}>
                {texts.buscar}
              </Button>
            ) : (
              <Button variant="default" size="md" onClick={() => changeChave("")}>
                {texts.outro}
              </Button>
            )}
          </Group>
        </Stack>
      </GuardedForm>
      {found !== null && <FoundDocumento found={found} />}
    </Stack>
  );
}

function checkForm(chave: string, captcha: string | null): FormErrors {
  return {
    chave: chave === "" ? peopleMessages.chavePublicaObrigatoria : undefined,
    captcha: captcha === null && chave !== "" ? peopleMessages.captchaObrigatorio : undefined,
  };
}

function readRefusal(error: unknown): FormErrors {
  if (!(error instanceof Refusal)) {
    const failure = explainFailure(error);
    return { general: failure ? `${failure.titulo}. ${failure.texto}` : undefined };
  }
  const field = error.erros[0]?.campo;
  if (field === "captcha") return { captcha: error.message };
  return field === "ChaveAcesso" ? { chave: error.message } : { general: error.message };
}
