import { formatDateTime } from "@malote/syntax";
import { Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";

const HOUR_MS = 3_600_000;

/** Sender, recipient, date, and the delay until Malote collected the e-mail. */
export function EmailHeader({ email, timeZone }: { email: Email; timeZone: string }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  const senderName = email.remetenteNome || email.remetente;
  const delayText = formatDelay(email);
  return (
    <Group component="header" gap={10} wrap="nowrap" align="flex-start" px="var(--gutter)" py={20}>
      <ThemeIcon
        size={36}
        radius={18}
        bg="var(--neutral-soft)"
        c="var(--text-2)"
        fz="xs"
        fw={600}
        aria-hidden="true"
      >
        {senderName ? initials(senderName) : <IconMail size={18} stroke={1.6} />}
      </ThemeIcon>
      <Group justify="space-between" align="flex-start" gap="8px 10px" flex={1} className="wrap-anywhere">
        <Text inherit c="dimmed" flex="1 1 200px">
          {senderName ? (
            <Text component="b" inherit fw={600} c="var(--text)">
              {senderName}
            </Text>
          ) : (
            emailTexts.semRemetente
          )}{" "}
          {email.remetenteNome && <span>{email.remetente}</span>}
          <Text span display="block" size="xs" lh="18px">
            {t.para} {email.destinatario || "–"}
            {email.caixaDescricao && (
              <>
                , {t.caixa}{" "}
                <Text component="b" inherit c="var(--text-2)">
                  {email.caixaDescricao}
                </Text>
              </>
            )}
          </Text>
        </Text>
        <Stack component="p" gap={0} className="t-rotulo num">
          {email.data && <span>{formatDateTime(email.data, timeZone)}</span>}
          {delayText && <span>{t.recebidoEm(delayText)}</span>}
        </Stack>
      </Group>
    </Group>
  );
}

/**
 * The delay between the sender's clock and the collection; null when it is negative, or an hour or
 * more.
 */
function formatDelay({ data, recebidaEm }: Email): string | null {
  if (!data || !recebidaEm) return null;
  const ms = recebidaEm.getTime() - data.getTime();
  if (ms < 0 || ms >= HOUR_MS) return null;
  return ms < 60_000 ? `${Math.max(1, Math.round(ms / 1_000))} s` : `${Math.round(ms / 60_000)} min`;
}

function initials(senderName: string): string {
  const words = senderName.split(/[\s@.]+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("")
    .toUpperCase();
}
