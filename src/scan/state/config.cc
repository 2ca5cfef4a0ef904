// SPDX-License-Identifier: Apache-2.0
#include "scan/state/config.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace linkspan::scan {
namespace {

#ifdef LINKSPAN_ONE_CPU
Result<const Kernels*> choose_kernels(Cpu cpu) { return kernels_for(cpu); }
#else
constexpr const char* kCpuVariable = "LINKSPAN_CPU";

std::string names_of_cpus() {
  std::string names;
  for (const Cpu cpu : kAllCpus) {
    if (kernels_for(cpu) == nullptr) continue;
    if (!names.empty()) names += ", ";
    names += to_string(cpu);
  }
  return names;
}

// The CPU that the environment names, or nullptr.
const char* cpu_of_environment() {
  const char* const given = std::getenv(kCpuVariable);  // NOLINT(concurrency-mt-unsafe): only read
  return given != nullptr && *given != '\0' ? given : nullptr;
}

Result<const Kernels*> choose_kernels(Cpu cpu) {
  std::string_view wanted = to_string(cpu);
  const char* const named = cpu == Cpu::best ? cpu_of_environment() : nullptr;
  if (named != nullptr) wanted = named;
  for (const Cpu one : kAllCpus) {
    if (to_string(one) != wanted) continue;
    if (const Kernels* const found = kernels_for(one)) return found;
  }
  const std::string source = named != nullptr ? kCpuVariable : "the CPU";
  return Error{ErrorCode::invalid_argument, 0,
               source + " is '" + std::string(wanted) + "', which this machine is not; it can be " +
                   names_of_cpus()};
}
#endif

}  // namespace

Result<Config> make_config(const Options& options, Cpu cpu) {
  constexpr uint32_t kLeast = 256;
  constexpr uint32_t kMost = 1u << 30;
  if (options.max_link_bytes < kLeast || options.max_link_bytes > kMost) {
    return Error{ErrorCode::invalid_argument, 0,
                 "max_link_bytes is " + std::to_string(options.max_link_bytes) +
                     "; it must be from 256 to 1073741824"};
  }
  if (to_string(options.profile) == "?") {
    return Error{ErrorCode::invalid_argument, 0, "profile is not a value of enum Profile"};
  }
  if (!kHasAllProfiles && options.profile != Profile::uts58) {
    return Error{ErrorCode::invalid_argument, 0, "this library has the profile uts58 only"};
  }
  Result<SchemePolicy> schemes = SchemePolicy::create(options.schemes);
  if (!schemes) return schemes.error();
  Result<TopLevelDomains> tlds = TopLevelDomains::create(options.tlds);
  if (!tlds) return tlds.error();
  const Result<const Kernels*> kernels = choose_kernels(cpu);
  if (!kernels) return kernels.error();
  Config config;
#ifndef LINKSPAN_ONLY_UTS58
  config.profile = options.profile;
#endif
  config.bare_domains = options.bare_domains;
  config.email = options.email;
  config.max_link_bytes = options.max_link_bytes;
  config.schemes = std::move(schemes).value();
  config.http_form = config.schemes.form_of("http");
  config.https_form = config.schemes.form_of("https");
  config.ftp_form = config.schemes.form_of("ftp");
  config.tlds = std::move(tlds).value();
  if (config.links_local_hosts()) config.schemes.add_ending("localhost");
  config.kernels = *kernels.value();
  return config;
}

Result<Engine> Config::engine(const Options& options, Cpu cpu) {
  Result<Config> config = make_config(options, cpu);
  if (!config) return config.error();
  return Engine(std::make_shared<const Config>(std::move(config).value()));
}

}  // namespace linkspan::scan
