// Config: the options of an Engine in the form the scanner reads them. Never changes once made.
#pragma once

#include "linkspan/linkspan.h"
#include "scan/schemes.h"
#include "scan/shortcuts.h"
#include "scan/tlds.h"
#include "scan/trigger.h"

namespace linkspan::scan {

struct Config {
  Profile profile = Profile::prose;
  bool bare_domains = true;
  bool email = true;
  uint32_t max_link_bytes = 64 * 1024;
  SchemePolicy schemes;
  TopLevelDomains tlds;
  FindTriggers find_triggers = every_trigger;
  Shortcuts shortcuts = Shortcuts::on;
  SchemeForm http_form = SchemeForm::unknown;  // what `schemes` says of http and https
  SchemeForm https_form = SchemeForm::unknown;

  TriggerKinds kinds() const {
    if (profile == Profile::strict) return {.at_signs = 0, .dots = 0};
    return bare_domains ? TriggerKinds{} : TriggerKinds{.dots = 0};
  }
};

// Fails as Engine::create does.
Result<Config> make_config(const Options& options);

}  // namespace linkspan::scan
