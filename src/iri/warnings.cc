#include "linkspan/iri.h"

namespace linkspan {

std::string_view name(Warning warning) {
  switch (warning) {
    case Warning::host_not_idna:
      return "host-not-idna";
    case Warning::joined_lines:
      return "joined-lines";
    case Warning::text_names_other_host:
      return "text-names-other-host";
  }
  return {};
}

std::string_view description(Warning warning) {
  switch (warning) {
    case Warning::host_not_idna:
      return "this host cannot be a domain name and will most likely not be found: look for a "
             "mistake in it";
    case Warning::joined_lines:
      return "the link was put together from two lines, and its end may not belong to it: compare "
             "it with the text";
    case Warning::text_names_other_host:
      return "the text names another host than the one that the link leads to: open it only if you "
             "trust that one";
  }
  return {};
}

}  // namespace linkspan
