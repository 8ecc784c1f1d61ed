import { LegalPage } from "../../features/site/LegalPage.tsx";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { termsTexts as texts } from "../../texts/site/legal.ts";

/** The terms of use. */
export function TermsPage(): React.JSX.Element {
  usePageTitle("/termos");
  return <LegalPage title={texts.titulo} lead={texts.texto} sections={texts.secoes} />;
}

export { TermsPage as Component };
