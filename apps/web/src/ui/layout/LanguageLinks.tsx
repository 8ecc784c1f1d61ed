import { UnstyledButton } from "@mantine/core";
import {
  chooseLanguage,
  LANGUAGES,
  type Language,
  language,
  languageTagOf,
  offeredLanguage,
} from "../../languages/language.ts";
import { languageOffers, languageTexts } from "../../texts/app/language.ts";
import classes from "./LanguageLinks.module.css";

const CHOICES = Object.entries(LANGUAGES) as [Language, string][];

/** The languages of the screens on a public page, each under its own name. */
export function LanguageLinks(): React.JSX.Element {
  return (
    <fieldset className={classes.languages} aria-label={languageTexts.idioma}>
      {CHOICES.map(([choice, name]) => (
        <UnstyledButton
          key={choice}
          className={classes.language}
          lang={languageTagOf(choice)}
          // public/antes.js reads it while the page is only prerendered.
          data-idioma={choice}
          aria-current={choice === language ? "true" : undefined}
          onClick={() => chooseLanguage(choice)}
        >
          {name}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

/** Offers the language of the browser where it is another than that of the page and none was chosen. */
export function LanguageOffer(): React.JSX.Element | null {
  const offered = offeredLanguage();
  if (offered === null || offered === language) return null;
  return (
    <UnstyledButton className="link" lang={languageTagOf(offered)} onClick={() => chooseLanguage(offered)}>
      {languageOffers[offered]}
    </UnstyledButton>
  );
}
