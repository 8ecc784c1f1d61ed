import { LegalPage } from "../../features/site/LegalPage.tsx";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { privacyTexts as texts } from "../../texts/site/legal.ts";

/** The privacy policy. */
export function PrivacyPage(): React.JSX.Element {
  usePageTitle("/privacidade");
  return <LegalPage title={texts.titulo} lead={texts.texto} sections={texts.secoes} />;
}

export { PrivacyPage as Component };
